create or replace function app.workflows_role_rename(p_tenant text, p_old text, p_new text)
returns void
language plpgsql volatile as $$
declare
  v_assigned jsonb := jsonb_build_array(jsonb_build_object('assignee_role', p_old));
  v_required jsonb := jsonb_build_array(jsonb_build_object('required_role', p_old));
begin
  update app.workflows w set
    states = app.role_renamed_in(w.states, 'assignee_role', p_old, p_new),
    transitions = app.role_renamed_in(w.transitions, 'required_role', p_old, p_new)
  where w.tenant_id = p_tenant and (w.states @> v_assigned or w.transitions @> v_required);
  -- Runs follow the version with which they began.
  update app.workflow_versions v set
    states = app.role_renamed_in(v.states, 'assignee_role', p_old, p_new),
    transitions = app.role_renamed_in(v.transitions, 'required_role', p_old, p_new)
  where v.tenant_id = p_tenant and (v.states @> v_assigned or v.transitions @> v_required);
  update app.workflow_states s set
    state = app.role_renamed(s.state, 'assignee_role', p_old, p_new),
    transitions = app.role_renamed_in(s.transitions, 'required_role', p_old, p_new)
  where s.tenant_id = p_tenant and (s.state->>'assignee_role' = p_old
    or exists (select 1 from jsonb_each(s.transitions) t where t.value->>'required_role' = p_old));
  update app.workflow_runs r set assignee_role = p_new
  where r.tenant_id = p_tenant and r.assignee_role = p_old;
end $$;
comment on function app.workflows_role_rename is
  'Carries a new name of a role to workflows and their runs, also of earlier versions: those given to it, and transitions that need it';
