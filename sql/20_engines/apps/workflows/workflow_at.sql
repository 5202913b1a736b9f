create or replace function app.workflow_at(p_tenant text, p_workflow_id text, p_version integer)
returns app.workflows
language plpgsql stable as $$
declare
  v_workflow app.workflows := app.workflow_find(p_tenant, p_workflow_id);
  v_version app.workflow_versions;
begin
  if p_version is null then return v_workflow; end if;
  select * into v_version from app.workflow_versions v
  where v.tenant_id = p_tenant and v.workflow_id = v_workflow.id and v.version = p_version;
  if not found then perform app.not_found('workflow_version', p_version::text); end if;
  v_workflow.object_type_id := v_version.object_type_id;
  v_workflow.trigger := v_version.trigger;
  v_workflow.initial_state := v_version.initial_state;
  v_workflow.states := v_version.states;
  v_workflow.transitions := v_version.transitions;
  v_workflow.version := v_version.version;
  v_workflow.is_changed := false;
  v_workflow.published_at := v_version.published_at;
  return v_workflow;
end $$;
comment on function app.workflow_at is
  'A workflow as it was last written, or as a version of it was published; 404';
