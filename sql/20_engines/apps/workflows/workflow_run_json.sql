create or replace function app.workflow_run_json(p_run app.workflow_runs, p_is_whole boolean)
returns json
language plpgsql stable as $$
declare
  v_shown json := json_build_object('id', p_run.id, 'workflow_id', p_run.workflow_id,
    'workflow_version', p_run.workflow_version, 'state', p_run.state, 'status', p_run.status,
    'object_type_id', p_run.object_type_id, 'object_id', p_run.object_id,
    'assignee', p_run.assignee, 'assignee_role', p_run.assignee_role,
    'available_transitions', app.workflow_available(
      p_run, app.workflow_state(p_run, p_run.state)),
    'due_at', app.utc(p_run.due_at), 'started_at', app.utc(p_run.started_at),
    'finished_at', app.utc(p_run.finished_at));
  v_is_heard boolean := not app.event_is_hidden(p_run.trigger->>'type');
  v_is_shown boolean;
  v_is_open boolean;
begin
  if not p_is_whole then return v_shown; end if;
  v_is_shown := p_run.trigger->>'type' = 'manual' or not app.event_keeps_out(p_run.tenant_id, p_run.input);
  v_is_open := app.workflow_managed() and v_is_heard and v_is_shown
    and not app.log_keeps_out(p_run.tenant_id, (
      select v.authors from app.workflow_versions v
      where v.tenant_id = p_run.tenant_id and v.workflow_id = p_run.workflow_id
        and v.version = p_run.workflow_version));
  return (left(v_shown::text, -1) || ', ' || substr(json_build_object('trigger', p_run.trigger,
    'context', json_build_object('input', case when not v_is_heard or not v_is_shown then '{}'
        when p_run.trigger->>'type' = 'manual' then p_run.input->'data' else p_run.input end,
      'variables', case when v_is_shown then p_run.variables else '{}' end),
    'steps', case when v_is_open then app.steps_json(p_run.steps) else '[]' end,
    'error', case when v_is_open then p_run.error end, 'attempt', p_run.attempt,
    'history', (
      select coalesce(json_agg(json_build_object('from', h.from_state, 'to', h.to_state,
        'transition', h.transition, 'actor', h.actor, 'comment', h.comment, 'at', app.utc(h.at))
        order by h.move), '[]')
      from app.workflow_history h
      where h.tenant_id = p_run.tenant_id and h.run_id = p_run.id))::text, 2))::json;
end $$;
comment on function app.workflow_run_json is
  'A run as the API shows it to the caller; whole with its context, where policies show them the event that began it, its '
  'history, and, for those who manage workflows, what its actions answered';
