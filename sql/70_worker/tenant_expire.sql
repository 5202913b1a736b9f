create or replace function worker.tenant_expire(p_tenant text, p_is_orphan boolean)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_tenant app.tenants;
begin
  perform app.stay(p_tenant), app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_tenant from app.tenants t
  where t.tenant_id = p_tenant and t.status not in ('deleted', 'provisioning') for update;
  -- It may have been given more time since.
  if v_tenant.tenant_id is null
    or not (p_is_orphan or coalesce(v_tenant.expires_at <= clock_timestamp(), false)) then
    return false;
  end if;
  perform app.tenant_remove(v_tenant);
  return true;
end $$;
comment on function worker.tenant_expire is
  'Deletes a tenant of worker.tenants_expired as DELETE does; false when it has more time by now';
