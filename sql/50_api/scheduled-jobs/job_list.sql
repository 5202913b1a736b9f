create or replace function api.job_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_most constant integer := 10000;  -- to be counted
  v_limit integer := args->>'limit';
  v_offset integer := args->>'offset';
begin
  return app.listed(
    (select json_agg(app.job_json(p) order by p.id desc)
     from (
       select j.* from app.scheduled_jobs j where j.tenant_id = tenant
       order by j.id desc limit v_limit offset v_offset) p),
    (select count(*) from (
      select 1 from app.scheduled_jobs j where j.tenant_id = tenant limit v_most + 1) counted), v_most);
end $$;
comment on function api.job_list is 'List scheduled jobs, newest first';
