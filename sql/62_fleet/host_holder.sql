create or replace function auth.host_holder(p_host text)
returns text
language sql stable security definer set search_path = '' as $$
  select h.tenant_id from app.tenant_hosts h where h.host = p_host
$$;
comment on function auth.host_holder is
  'The tenant whose verified domain a host is, or null. As its owner: row-level security shows what is in one tenant at a time';
