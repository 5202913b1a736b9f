create or replace function app.sandboxes_used(p_tenant text)
returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  return (
    select count(*) from app.tenants t
    where t.parent_tenant_id = p_tenant and t.status not in ('deleted', 'provisioning')
      and t.status_reason is distinct from 'removed')
    + (
      select count(*) from app.sandboxes s
      where s.tenant_id = p_tenant and s.status in ('pending', 'running'));
end $$;
comment on function app.sandboxes_used is
  'How many sandboxes of a tenant there are, also those that are being made. As its owner: they are tenants of their own';
