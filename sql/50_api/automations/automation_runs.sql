create or replace function api.automation_runs(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_automation app.automations := app.automation_find(tenant, args->>'automation_id');
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_status text := args->>'status';
begin
  return (
    with found as materialized (
      select r.id from app.automation_runs r
      where r.tenant_id = tenant and r.automation_id = v_automation.id
        and (v_status is null or r.status = v_status)
      order by r.id desc limit greatest(10001, v_offset + v_limit)),
    page as (select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select app.listed_as('runs', (
        select json_agg(o.run order by p.id desc)
        from page p cross join lateral (
          select app.automation_run_json(r) as run from app.automation_runs r
          where r.tenant_id = tenant and r.id = p.id offset 0) o),
      count(*))
    from found);
end $$;
comment on function api.automation_runs is 'List the runs of an automation, newest first';
