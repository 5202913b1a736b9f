create or replace function api.webhook_delivery_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_ids text[] := app.delivery_ids(tenant, args->>'webhook_id', args->>'status',
    args->>'event_type', (args->>'since')::timestamptz, greatest(10001, v_offset + v_limit));
  v_page text[] := v_ids[v_offset + 1 : v_offset + v_limit];
begin
  return app.listed_as('deliveries', (
      select json_agg(app.delivery_json(row(d.*)::app.webhook_deliveries) order by d.id desc)
      from app.webhook_deliveries d
      where d.tenant_id = tenant and d.id = any (v_page)),
    cardinality(v_ids));
end $$;
comment on function api.webhook_delivery_list is 'List webhook deliveries, newest first';
