create or replace function api.integration_logs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_integration app.integrations := app.integration_find(tenant, args->>'integration_id');
  v_id text := v_integration.id;
  v_is_hidden boolean := app.log_keeps_out(tenant, app.authors_all(v_integration.authors) || v_integration.actor);
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
begin
  return app.listed_as('logs', (
      select json_agg(app.integration_log_json(p, v_is_hidden) order by p.id desc)
      from (
        select l.* from app.integration_logs l
        where l.tenant_id = tenant and l.integration_id = v_id
        order by l.id desc limit v_limit offset v_offset) p),
    (
      -- No more are kept.
      select count(*) from (
        select 1 from app.integration_logs l
        where l.tenant_id = tenant and l.integration_id = v_id limit 1000) c));
end $$;
comment on function api.integration_logs is 'List the log of an integration, newest first';
