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
  'Whether the caller may do a transition of a run that they see: with its required role; where it names none, those whom '
  'the state is assigned to; where it is assigned to nobody, everyone';
