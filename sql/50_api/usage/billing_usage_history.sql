create or replace function api.billing_usage_history(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_month date := app.month_of(null);
begin
  return (
    select json_agg(app.usage_month(tenant, (v_month - make_interval(months => n.ago))::date)
      order by n.ago)
    from generate_series(0, (args->>'months')::integer - 1) n(ago));
end $$;
comment on function api.billing_usage_history is 'List your tenant’s usage of the last months';
