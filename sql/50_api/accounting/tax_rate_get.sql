create or replace function api.tax_rate_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.tax_rate_json(app.tax_rate_find(tenant, args->>'tax_rate_id'));
end $$;
comment on function api.tax_rate_get is 'Get a tax rate';
