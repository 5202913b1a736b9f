create or replace function app.workflow_lock(p_tenant text, p_workflow_id text)
returns app.workflows
language plpgsql volatile as $$
declare v_workflow app.workflows;
begin
  select * into v_workflow from app.workflows w
  where w.tenant_id = p_tenant and w.id = p_workflow_id for update;
  if not found then perform app.not_found('workflow', p_workflow_id); end if;
  return v_workflow;
end $$;
comment on function app.workflow_lock is 'A workflow by id, locked until it is changed, or 404';
