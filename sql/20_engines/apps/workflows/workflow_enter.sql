create or replace function app.workflow_enter(
  p_run app.workflow_runs, p_from app.workflow_states, p_name text, p_comment text, p_data jsonb,
  p_is_asked boolean)
returns app.workflow_runs
language plpgsql volatile as $$
declare
  v_worn constant text := 'This run has come into a state 1000 times, which is as often as one can. '
    'Cancel it and start another.';
  v_now timestamptz := clock_timestamp();
  v_actor jsonb := app.journal_actor(app.principal());
  v_before jsonb := app.workflow_run_summary(p_run);
  v_way jsonb := p_from.transitions->p_name;
  v_to app.workflow_states := app.workflow_state(p_run, v_way->>'to');
  v_done text;
begin
  if p_run.moves >= 1000 and p_is_asked then
    perform app.fail(409, 'INVALID_STATE', v_worn, '{"max": 1000}');
  elsif p_run.moves >= 1000 then
    p_run.status := 'failed';
    p_run.error := v_worn;
    p_run := app.workflow_settle(p_run, '{}');
    perform app.workflow_end_tell(p_run);
    return p_run;
  end if;
  p_run.actions := app.workflow_actions(p_from.state->'on_exit', v_way->'actions',
    v_to.state->'on_enter');
  p_run.state := v_to.name;
  p_run.scope := case when p_run.actions <> '[]' then app.workflow_scope(p_run,
    jsonb_build_object('name', p_name, 'from', p_from.name, 'to', v_to.name, 'comment', p_comment,
      'data', coalesce(p_data, '{}'), 'actor', v_actor, 'at', app.utc(v_now))) else '{}' end;
  p_run.status := 'running';
  p_run.steps := '[]';
  p_run.assignee := null;
  p_run.assignee_role := null;
  p_run.due_at := null;
  p_run.entered_at := v_now;
  p_run.moves := p_run.moves + 1;
  insert into app.workflow_history
    (tenant_id, run_id, move, from_state, to_state, transition, actor, comment, at)
  values (p_run.tenant_id, p_run.id, p_run.moves, p_from.name, v_to.name, p_name, v_actor,
    p_comment, v_now);
  p_run := app.workflow_act(p_run, v_to.state, p_is_asked);
  v_done := app.journal_write(p_run.tenant_id, 'workflow.transitioned', 'workflow_run', p_run.id,
    (app.workflow_run_summary(p_run) || jsonb_build_object('transition', p_name,
      'from', p_from.name))::json, v_before::json, p_pending => p_run.status = 'running');
  perform app.workflow_end_tell(p_run);
  return p_run;
end $$;
comment on function app.workflow_enter is
  'Takes a locked run through a transition out of its state: history, actions, event and what the next state waits for, in '
  'this transaction';
