create or replace function app.sandboxes_follow(p_tenant text, p_status text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  perform app.own_tenant_check(p_tenant);
  if p_status = 'active' then
    update app.tenants t set status = 'active', status_reason = null, updated_at = v_now
    where t.parent_tenant_id = p_tenant and t.status = 'suspended' and t.status_reason = 'parent';
  else
    update app.tenants t set status = 'suspended', status_reason = 'parent', updated_at = v_now
    where t.parent_tenant_id = p_tenant and t.status = 'active';
  end if;
end $$;
comment on function app.sandboxes_follow is
  'Closes the sandboxes of a tenant that is suspended or deleted, and opens them when it is active again (status_reason parent). '
  'As its owner: they are tenants of their own';
