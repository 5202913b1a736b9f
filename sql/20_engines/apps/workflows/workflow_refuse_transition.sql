create or replace function app.workflow_refuse_transition(
  p_run app.workflow_runs, p_state app.workflow_states, p_name text)
returns void
language plpgsql stable as $$
declare v_available text[] := app.workflow_available(p_run, p_state);
begin
  perform app.fail(409, 'INVALID_TRANSITION', case
      when p_run.status <> 'waiting' then format('The run is %s and cannot be changed%s.',
        p_run.status, case p_run.status when 'running'
          then ' until its actions have ended' else ' any more' end)
      when not p_state.transitions ? p_name
        then format('No transition %s leaves the state %s.', p_name, p_state.name)
      else format('The object does not meet the conditions of %s.', p_name) end
    || case when v_available = '{}' then ''
      else format(' Possible now: %s.', array_to_string(v_available, ', ')) end,
    jsonb_build_object('available_transitions', v_available, 'state', p_state.name,
      'status', p_run.status));
end $$;
comment on function app.workflow_refuse_transition is
  'Refuses with 409 INVALID_TRANSITION a transition that a run cannot make as it stands, and says which it can';
