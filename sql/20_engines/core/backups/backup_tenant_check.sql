create or replace function app.backup_tenant_check(p_tenant text)
returns text
language plpgsql stable as $$
begin
  if not exists (
    select 1 from app.tenants t
    where t.tenant_id = p_tenant and t.status not in ('deleted', 'provisioning')) then
    perform app.invalid('tenant_id', 'unknown_tenant', 'must be the id of a tenant');
  end if;
  return p_tenant;
end $$;
comment on function app.backup_tenant_check is 'Refuses with 400 a tenant that is not there';
