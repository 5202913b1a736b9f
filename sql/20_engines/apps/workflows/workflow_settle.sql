create or replace function app.workflow_settle(
  p_run app.workflow_runs, p_state jsonb)
returns app.workflow_runs
language plpgsql volatile as $$
begin
  if p_run.status = 'failed' then
    p_run.finished_at := clock_timestamp();
  elsif p_state->>'type' = 'end' then
    p_run.status := 'completed';
    p_run.finished_at := clock_timestamp();
  else
    p_run.status := 'waiting';
    p_run.assignee := p_state->>'assignee';
    p_run.assignee_role := p_state->>'assignee_role';
    perform app.workflow_task_tell(p_run);
    if p_state ? 'timeout' then
      p_run.due_at := app.workflow_due(p_run.entered_at, p_state #>> '{timeout,after}');
      perform app.schedule_change(p_run.tenant_id, 'workflow', p_run.id, true, jsonb_build_object(
        'run_at', p_run.due_at, 'timezone', 'UTC', 'next_run_at', p_run.due_at));
    end if;
  end if;
  perform app.workflow_run_save(p_run);
  return p_run;
end $$;
comment on function app.workflow_settle is
  'A run whose actions are over: completed in an end, failed when one of them has failed, otherwise waiting, with its '
  'assignees and the timeout of its state';
