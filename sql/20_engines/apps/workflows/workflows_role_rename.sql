create or replace function app.workflows_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
declare
  v_state constant jsonb := jsonb_build_array(jsonb_build_object('assignee_role', p_old));
  v_way constant jsonb := jsonb_build_array(jsonb_build_object('required_role', p_old));
begin
  update app.workflows w
  set states = app.workflow_role_renamed(w.states, 'assignee_role', p_old, p_new),
    transitions = app.workflow_role_renamed(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.states @> v_state or w.transitions @> v_way);
  update app.workflow_versions w
  set states = app.workflow_role_renamed(w.states, 'assignee_role', p_old, p_new),
    transitions = app.workflow_role_renamed(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.states @> v_state or w.transitions @> v_way);
  update app.workflow_states w
  set state = app.workflow_role_renamed(jsonb_build_array(w.state), 'assignee_role', p_old, p_new)->0,
    transitions = (
      select coalesce(jsonb_object_agg(t.key, app.workflow_role_renamed(
        jsonb_build_array(t.value), 'required_role', p_old, p_new)->0), '{}')
      from jsonb_each(w.transitions) t)
  where w.tenant_id = p_tenant and (w.state @> (v_state->0) or exists (
    select 1 from jsonb_each(w.transitions) t where t.value @> (v_way->0)));
  update app.workflow_runs r set assignee_role = p_new
  where r.tenant_id = p_tenant and r.assignee_role = p_old;
end $$;
comment on function app.workflows_role_rename is
  'Carries a new name of a role to the states and transitions of workflows, in published versions as well, and to the tasks of runs';
