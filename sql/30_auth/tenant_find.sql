create or replace function auth.tenant_find(p_name text)
returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select t.tenant_id from app.tenants t where t.tenant_id = p_name),
    (select s.tenant_id from app.tenant_slugs s where s.slug = p_name),
    (select h.tenant_id from app.tenant_hosts h where h.host = p_name))
$$;
comment on function auth.tenant_find is
  'The tenant that an id, a slug or a verified custom domain names';
