create or replace function app.plan_standings_ask(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_id text := 'plan_standings ' || p_tenant;
  v_now timestamptz := statement_timestamp();
begin
  perform app.work_ensure(p_tenant, 'task', v_id, v_now);
  -- A worker that has it may have looked too early: its attempt counts for nothing from now on, as in app.task_add.
  update app.work w set due_at = v_now, attempts = least(w.attempts + 1, 30000)
  where w.tenant_id = p_tenant and w.kind = 'task' and w.id = v_id and w.attempts > 0;
end $$;
comment on function app.plan_standings_ask is
  'Has the worker look at where a tenant stands with its limits, and tell admins: worker.plan_standings_tell. Writes nothing '
  'where that is queued already';
