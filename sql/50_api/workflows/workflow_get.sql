create or replace function api.workflow_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_workflow app.workflows := app.workflow_find(tenant, args->>'workflow_id');
  v_number integer := args->>'version';
  v_version app.workflow_versions;
begin
  if v_number is null then return app.workflow_json(v_workflow); end if;
  select * into v_version from app.workflow_versions v
  where v.tenant_id = tenant and v.workflow_id = v_workflow.id and v.version = v_number;
  if not found then perform app.not_found('workflow_version', v_number::text); end if;
  v_workflow.object_type_id := v_version.object_type_id;
  v_workflow.trigger := v_version.trigger;
  v_workflow.initial_state := v_version.initial_state;
  v_workflow.states := v_version.states;
  v_workflow.transitions := v_version.transitions;
  v_workflow.version := v_version.version;
  v_workflow.is_changed := false;
  v_workflow.published_at := v_version.published_at;
  return app.workflow_json(v_workflow);
end $$;
comment on function api.workflow_get is 'Get a workflow, or a version of it';
