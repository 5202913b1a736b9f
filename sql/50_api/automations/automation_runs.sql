create or replace function api.automation_runs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := (app.automation_find(tenant, args->>'automation_id')).id;
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_status text := args->>'status';
  v_count integer := greatest(10001, v_offset + v_limit);
  v_ids text[];
  v_page text[];
begin
  if v_status is null then
    v_ids := array(
      select r.id from app.automation_runs r
      where r.tenant_id = tenant and r.automation_id = v_id
      order by r.id desc limit v_count);
  else
    v_ids := array(
      select r.id from app.automation_runs r
      where r.tenant_id = tenant and r.automation_id = v_id and r.status = v_status
      order by r.id desc limit v_count);
  end if;
  v_page := v_ids[v_offset + 1 : v_offset + v_limit];
  return app.listed_as('runs', (
      select json_agg(app.automation_run_json(row(r.*)::app.automation_runs) order by r.id desc)
      from app.automation_runs r
      where r.tenant_id = tenant and r.id = any (v_page)),
    cardinality(v_ids));
end $$;
comment on function api.automation_runs is 'List the runs of an automation, newest first';
