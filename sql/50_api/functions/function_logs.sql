create or replace function api.function_logs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := (app.function_find(tenant, args->>'function_id')).id;
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_status text := args->>'status';
  v_count integer := greatest(10001, v_offset + v_limit);
  v_ids text[];
  v_page text[];
begin
  if v_status is null then
    v_ids := array(
      select r.id from app.function_runs r
      where r.tenant_id = tenant and r.function_id = v_id
      order by r.id desc limit v_count);
  else
    v_ids := array(
      select r.id from app.function_runs r
      where r.tenant_id = tenant and r.function_id = v_id and r.status = v_status
      order by r.id desc limit v_count);
  end if;
  v_page := v_ids[v_offset + 1 : v_offset + v_limit];
  return app.listed_as('logs', (
      select json_agg(app.function_log_json(row(r.*)::app.function_runs) order by r.id desc)
      from app.function_runs r
      where r.tenant_id = tenant and r.id = any (v_page)),
    cardinality(v_ids));
end $$;
comment on function api.function_logs is 'List the runs of a function with their logs, newest first';
