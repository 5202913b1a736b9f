create or replace function worker.sandbox_drop(p_tenant text, p_subject text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select 1 from app.tenants t
    where t.tenant_id = p_subject and t.parent_tenant_id = p_tenant and t.is_sandbox
      and t.status not in ('deleted', 'provisioning')) then
    perform worker.tenant_expire(p_subject, true);
  end if;
  return true;
end $$;
comment on function worker.sandbox_drop is
  'Deletes a sandbox p_subject of a tenant, as DELETE does; another tenant stays';
