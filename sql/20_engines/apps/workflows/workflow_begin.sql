create or replace function app.workflow_begin(p_run app.workflow_runs, p_is_asked boolean)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_state app.workflow_states := app.workflow_state(p_run, p_run.state);
  v_done text;
begin
  p_run.actions := app.workflow_actions(v_state.state->'on_enter');
  p_run.scope := case when p_run.actions <> '[]' then app.workflow_scope(p_run, 'null')
    else '{}' end;
  p_run.entered_at := v_now;
  p_run.moves := 1;
  insert into app.workflow_history
    (tenant_id, run_id, move, from_state, to_state, transition, actor, comment, at)
  values (p_run.tenant_id, p_run.id, 1, null, p_run.state, null, p_run.starter, null, v_now);
  p_run := app.workflow_act(p_run, v_state.state, p_is_asked);
  v_done := app.journal_write(p_run.tenant_id, 'workflow.started', 'workflow_run', p_run.id,
    app.workflow_run_summary(p_run)::json, p_pending => p_run.status = 'running');
  perform app.workflow_end_tell(p_run);
  return p_run;
end $$;
comment on function app.workflow_begin is
  'Takes a run that has just been made into its first state';
