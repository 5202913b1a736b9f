create or replace function app.workflow_run_save(p_run app.workflow_runs)
returns void
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  update app.workflow_runs r set state = p_run.state, status = p_run.status,
    assignee = p_run.assignee, assignee_role = p_run.assignee_role,
    variables = p_run.variables, scope = p_run.scope, actions = p_run.actions,
    steps = p_run.steps, attempt = p_run.attempt, error = p_run.error,
    causation_depth = p_run.causation_depth, root = p_run.root, moves = p_run.moves,
    entered_at = p_run.entered_at, due_at = p_run.due_at, finished_at = p_run.finished_at,
    updated_at = v_now
  where r.tenant_id = p_run.tenant_id and r.id = p_run.id;
end $$;
comment on function app.workflow_run_save is 'Stores what has changed of a run that is locked';
