create or replace function app.directories_clear(p_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  delete from app.tenant_slugs s where s.tenant_id = p_tenant;
  delete from app.tenant_hosts h where h.tenant_id = p_tenant;
  delete from app.tenant_addresses a where a.tenant_id = p_tenant;
  delete from app.routes r where r.about_tenant = p_tenant;
  delete from app.email_tenants e where e.tenant_id = p_tenant;
end $$;
comment on function app.directories_clear is
  'Takes a deleted tenant out of all directories. As its owner, like app.host_directory';
