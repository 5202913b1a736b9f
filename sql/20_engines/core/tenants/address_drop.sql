create or replace function app.address_drop(p_tenant text, p_address text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  delete from app.tenant_addresses a where a.tenant_id = p_tenant and a.address = p_address;
end $$;
comment on function app.address_drop is
  'Forgets an address that will never be chosen again, such as one with a share token in it. As '
  'its owner, like app.host_directory';
