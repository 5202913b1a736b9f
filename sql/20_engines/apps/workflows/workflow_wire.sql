create or replace function app.workflow_wire(p_workflow app.workflows)
returns void
language plpgsql volatile as $$
declare
  v_tenant text := p_workflow.tenant_id;
  v_version app.workflow_versions;
begin
  select * into v_version from app.workflow_versions v
  where v.tenant_id = v_tenant and v.workflow_id = p_workflow.id
    and v.version = p_workflow.version;
  if p_workflow.status = 'active' and v_version.trigger ? 'event' then
    perform app.subscription_put(v_tenant, 'workflow', p_workflow.id,
      array[v_version.trigger->>'event'],
      array_remove(array[v_version.object_type_id::text], null),
      v_version.trigger->'conditions');
  else
    perform app.subscription_remove(v_tenant, 'workflow', p_workflow.id);
  end if;
end $$;
comment on function app.workflow_wire is
  'Keeps what starts a workflow in step with its status and its published version';
