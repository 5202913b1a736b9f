create or replace function auth.tenant_find(p_name text)
returns text
language sql stable security definer set search_path = '' as $$
  -- Only an address has a slash in it.
  select case when strpos(p_name, '/') > 0
    then (select a.tenant_id from app.tenant_addresses a where a.address = p_name)
    else coalesce(
      (select t.tenant_id from app.tenants t where t.tenant_id = p_name),
      (select s.tenant_id from app.tenant_slugs s where s.slug = p_name),
      (select h.tenant_id from app.tenant_hosts h where h.host = p_name)) end
$$;
comment on function auth.tenant_find is
  'The tenant that an id, a slug, a verified custom domain or an address (a path under such a '
  'domain, or under ours) names';
