create or replace function app.short_urls_take(p_tenant text, p_domain text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  insert into app.tenant_addresses (address, tenant_id)
  select s.domain || '/s/' || s.slug, p_tenant from app.short_urls s
  where s.tenant_id = p_tenant and s.domain = p_domain
  on conflict do nothing;
end $$;
comment on function app.short_urls_take is
  'Makes the addresses of short URLs under a domain lead to the tenant that has proved it: those that came with a snapshot had '
  'to wait. As its owner, like app.host_directory';
