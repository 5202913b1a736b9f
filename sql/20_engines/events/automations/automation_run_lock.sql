create or replace function app.automation_run_lock(
  p_tenant text, p_automation_id text, p_run_id text)
returns app.automation_runs
language plpgsql volatile as $$
declare v_run app.automation_runs;
begin
  -- In the order of the worker, which holds its work when it continues a run.
  perform from app.work w
  where w.tenant_id = p_tenant and w.kind = 'automation' and w.id = p_run_id for update;
  select * into v_run from app.automation_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id and r.automation_id = p_automation_id
  for update;
  if not found then perform app.not_found('automation_run', p_run_id); end if;
  return v_run;
end $$;
comment on function app.automation_run_lock is 'A run of an automation, locked, or 404';
