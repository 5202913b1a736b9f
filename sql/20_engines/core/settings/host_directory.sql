create or replace function app.host_directory(p_tenant text, p_host text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  if p_host is null then
    delete from app.tenant_hosts h where h.tenant_id = p_tenant;
    return true;
  end if;
  -- The operator has proved the host for another one.
  if exists (
    select 1 from app.routes r
    where r.hostname = p_host and r.about_tenant <> p_tenant and r.proved_at is not null and r.status <> 'disabled') then
    return false;
  end if;
  insert into app.tenant_hosts (host, tenant_id) values (p_host, p_tenant) on conflict do nothing;
  return exists (
    select 1 from app.tenant_hosts h where h.tenant_id = p_tenant and h.host = p_host);
end $$;
comment on function app.host_directory is
  'Enters the domain of a tenant into the directory of hosts, or takes it out (null). False when '
  'another tenant has it, also by a route of the operator that is not disabled. As its owner: on a cluster the write reaches nodes that do not know whose '
  'request it is';
