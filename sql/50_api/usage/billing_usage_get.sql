create or replace function api.billing_usage_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.usage_month(tenant, app.month_of(args->>'month'));
end $$;
comment on function api.billing_usage_get is 'Get your tenant’s usage of a month';
