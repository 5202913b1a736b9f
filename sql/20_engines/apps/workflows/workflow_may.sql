create or replace function app.workflow_may(
  p_run app.workflow_runs, p_state jsonb, p_transition jsonb)
returns boolean
language sql stable as $$
  select app.workflow_managed() or case
    when p_transition ? 'required_role'
      then app.workflow_is_mine(null, p_transition->>'required_role')
    when p_state ?| '{assignee,assignee_role}'
      then app.workflow_is_mine(p_state->>'assignee', p_state->>'assignee_role')
    else true end
$$;
comment on function app.workflow_may is
  'Tells whether the caller may take a transition of a run that they see: with its required role; '
  'without one, the assignees of the state; if it has none, everyone';
