create or replace function app.address_take(p_tenant text, p_address text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  insert into app.tenant_addresses (address, tenant_id) values (p_address, p_tenant)
  on conflict do nothing;
  return exists (
    select 1 from app.tenant_addresses a where a.tenant_id = p_tenant and a.address = p_address);
end $$;
comment on function app.address_take is
  'Makes an address lead to a tenant, for good; false when it leads to another one. As its owner, like '
  'app.host_directory';
