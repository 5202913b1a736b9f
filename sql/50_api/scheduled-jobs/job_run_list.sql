create or replace function api.job_run_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
  v_status text := args->>'status';
  v_job_id text := (app.job_find(tenant, args->>'job_id')).id;
begin
  return (
    with found as materialized (
      select r.id from app.job_runs r
      where r.tenant_id = tenant and r.job_id = v_job_id
        and (v_status is null or r.status = v_status)
      order by r.id desc limit greatest(10001, v_offset + v_limit)),
    page as (
      select f.id from found f order by f.id desc limit v_limit offset v_offset)
    select app.listed_as('runs', (
        select json_agg(l.run order by p.id desc)
        from page p cross join lateral (
          select app.job_run_json(r) as run from app.job_runs r
          where r.tenant_id = tenant and r.id = p.id offset 0) l),
      count(*))
    from found);
end $$;
comment on function api.job_run_list is 'List the runs of a scheduled job, newest first';
