create or replace function api.function_logs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := (app.function_find(tenant, args->>'function_id')).id;
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_status text := args->>'status';
begin
  return (
    with found as materialized (
      select r.id from app.function_runs r
      where r.tenant_id = tenant and r.function_id = v_id
        and (v_status is null or r.status = v_status)
      order by r.id desc limit greatest(10001, v_offset + v_limit)),
    page as (select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select app.listed_as('logs', (
        select json_agg(app.function_log_json(r) order by p.id desc)
        from page p join app.function_runs r on r.tenant_id = tenant and r.id = p.id),
      count(*))
    from found);
end $$;
comment on function api.function_logs is 'List the runs of a function with their logs, newest first';
