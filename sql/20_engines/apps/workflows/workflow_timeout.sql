create or replace function app.workflow_timeout(
  p_tenant text, p_run_id text, p_due_at timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_run app.workflow_runs;
  v_state app.workflow_states;
  v_caller jsonb := app.principal();
  v_done text;
begin
  select * into v_run from app.workflow_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id for update skip locked;
  if v_run.id is null and exists (
    select 1 from app.workflow_runs r where r.tenant_id = p_tenant and r.id = p_run_id) then
    -- Another worker has it, perhaps in vain: to wait here, with its schedule, could be a deadlock.
    update app.schedules s set next_run_at = p_due_at
    where s.tenant_id = p_tenant and s.kind = 'workflow' and s.subject_id = p_run_id;
    return;
  end if;
  perform app.schedule_remove(p_tenant, 'workflow', p_run_id);
  if v_run.status is distinct from 'waiting' or v_run.due_at is distinct from p_due_at then
    return;
  end if;
  v_state := app.workflow_state(v_run, v_run.state);
  v_done := app.act_as(app.workflow_reporter(v_run));
  perform app.workflow_enter(
    v_run, v_state, v_state.state #>> '{timeout,transition}', null, null, false);
  v_done := app.act_back(v_caller);
end $$;
comment on function app.workflow_timeout is
  'Takes a run through the transition of its timeout, which has come';
