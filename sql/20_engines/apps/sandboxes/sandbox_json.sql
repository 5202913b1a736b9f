create or replace function app.sandbox_json(p_sandbox app.sandboxes)
returns json
language sql stable as $$
  select json_build_object('id', p_sandbox.id, 'name', p_sandbox.name, 'status', case p_sandbox.status
      when 'active' then app.sandbox_status(p_sandbox.tenant_id, p_sandbox.target_tenant) else p_sandbox.status end,
    'tenant_id', case p_sandbox.status when 'active' then p_sandbox.target_tenant end, 'data', p_sandbox.data,
    'mask', p_sandbox.is_masked, 'error', p_sandbox.error, 'created_by', p_sandbox.created_by,
    'created_at', p_sandbox.created_at, 'expires_at', p_sandbox.expires_at)
$$;
comment on function app.sandbox_json is 'A sandbox as the API shows it';
