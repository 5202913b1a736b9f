create or replace function app.workflow_run_lock(p_tenant text, p_run_id text)
returns app.workflow_runs
language plpgsql volatile as $$
declare v_run app.workflow_runs;
begin
  -- In the order of the worker, which holds its timeout or its work when it continues a run.
  perform from app.schedules s
  where s.tenant_id = p_tenant and s.kind = 'workflow' and s.subject_id = p_run_id for update;
  perform from app.work w
  where w.tenant_id = p_tenant and w.kind = 'workflow' and w.id = p_run_id for update;
  select * into v_run from app.workflow_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id for update;
  if v_run.id is null or not app.workflow_run_shown(v_run) then
    perform app.not_found('workflow_run', p_run_id);
  end if;
  return v_run;
end $$;
comment on function app.workflow_run_lock is 'A run that the caller may see, locked, or 404';
