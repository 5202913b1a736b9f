create or replace function app.workflow_find(p_tenant text, p_workflow_id text)
returns app.workflows
language plpgsql stable as $$
declare v_workflow app.workflows;
begin
  select * into v_workflow from app.workflows w
  where w.tenant_id = p_tenant and w.id = p_workflow_id;
  if not found then perform app.not_found('workflow', p_workflow_id); end if;
  return v_workflow;
end $$;
comment on function app.workflow_find is 'A workflow by id, or 404';
