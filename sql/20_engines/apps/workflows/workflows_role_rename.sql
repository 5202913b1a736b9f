create or replace function app.workflows_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
declare
  v_state constant jsonb := jsonb_build_object('assignee_role', p_old);
  v_way constant jsonb := jsonb_build_object('required_role', p_old);
  v_states constant jsonb := jsonb_build_array(v_state);
  v_ways constant jsonb := jsonb_build_array(v_way);
begin
  update app.workflows w
  set states = app.workflow_roles_renamed(w.states, 'assignee_role', p_old, p_new),
    transitions = app.workflow_roles_renamed(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.states @> v_states or w.transitions @> v_ways);
  update app.workflow_versions w
  set states = app.workflow_roles_renamed(w.states, 'assignee_role', p_old, p_new),
    transitions = app.workflow_roles_renamed(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.states @> v_states or w.transitions @> v_ways);
  update app.workflow_states w
  set state = app.workflow_role_renamed(w.state, 'assignee_role', p_old, p_new),
    transitions = app.workflow_roles_renamed(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.state @> v_state or exists (
    select 1 from jsonb_each(w.transitions) t where t.value @> v_way));
  update app.workflow_runs r set assignee_role = p_new
  where r.tenant_id = p_tenant and r.assignee_role = p_old;
end $$;
comment on function app.workflows_role_rename is
  'Carries a new name of a role to the states and transitions of workflows, in published versions as well, and to the tasks of runs';
