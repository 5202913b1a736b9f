create or replace function app.sandbox_complete(p_sandbox jsonb, p_parent text, p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_id text := p_sandbox->>'id';
  v_status text;
begin
  -- The parent stays as it is meanwhile: it is suspended, or deleted, before or after.
  select t.status into v_status from app.tenants t where t.tenant_id = p_parent for share;
  if v_status is null or v_status = 'deleted' then
    perform app.fail(409, 'INVALID_STATE', 'The tenant was deleted while its sandbox was made.');
  end if;
  update app.sandboxes s set status = 'active', target_tenant = p_tenant, error = null
  where s.tenant_id = p_parent and s.id = v_id and s.status = 'running';
  if not found then
    perform app.fail(409, 'INVALID_STATE', 'This sandbox was deleted while it was made.');
  end if;
  if v_status = 'suspended' then
    update app.tenants t set status = 'suspended', status_reason = 'parent' where t.tenant_id = p_tenant;
  end if;
end $$;
comment on function app.sandbox_complete is
  'Completes a sandbox {id} in the transaction that opens its tenant; 409 when it was deleted, or its parent was';
