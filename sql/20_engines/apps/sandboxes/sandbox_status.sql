create or replace function app.sandbox_status(p_tenant text, p_target text)
returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  return coalesce((
    select t.status from app.tenants t
    where t.tenant_id = p_target and t.parent_tenant_id = p_tenant and t.status <> 'deleted'), 'ended');
end $$;
comment on function app.sandbox_status is
  'The status of the tenant that is a sandbox of this one; ended when it was deleted. As its owner: it is a tenant of its own';
