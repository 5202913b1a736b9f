create or replace function app.sandbox_key_add(p_tenant text, p_target text, out key app.api_keys, out token text)
language plpgsql volatile security definer set search_path = '' as $$
declare v_made record;
begin
  perform app.own_tenant_check(p_tenant);
  perform from app.tenants t
  where t.tenant_id = p_target and t.parent_tenant_id = p_tenant and t.is_sandbox and t.status = 'active'
  for share;
  if not found then
    perform app.fail(409, 'INVALID_STATE', 'This sandbox is not active: wait until its status is active, or make another one.');
  end if;
  v_made := app.key_create(p_target, '{"label": "Sandbox", "scopes": ["*"]}');
  key := v_made.key;
  token := v_made.token;
end $$;
comment on function app.sandbox_key_add is
  'A key with the scope * of an active sandbox of this tenant; 409 for any other tenant. As its owner: it is a tenant of its own';
