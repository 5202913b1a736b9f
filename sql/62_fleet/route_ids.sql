create or replace function auth.route_ids(
  p_source text, p_tenant text, p_hostname text, p_own_host text, p_limit integer)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids text[] := '{}';
  -- The part of a host before the host of BASE_URL.
  v_slug text := case when right(p_hostname, length(p_own_host) + 1) = '.' || p_own_host
    then left(p_hostname, -length(p_own_host) - 1) end;
begin
  if p_source is null or p_source = 'operator' then
    v_ids := array(
      select r.id from app.routes r
      where (p_tenant is null or r.about_tenant = p_tenant) and (p_hostname is null or r.hostname = p_hostname)
      order by r.id desc limit p_limit);
  end if;
  if p_source is null or p_source = 'branding' then
    v_ids := v_ids || array(
      select 'branding:' || h.host from app.tenant_hosts h
      where (p_tenant is null or h.tenant_id = p_tenant) and (p_hostname is null or h.host = p_hostname)
      order by h.host limit p_limit - cardinality(v_ids));
  end if;
  if p_source is null or p_source = 'slug' then
    v_ids := v_ids || array(
      select 'slug:' || s.slug from app.tenant_slugs s
      where (p_tenant is null or s.tenant_id = p_tenant) and (p_hostname is null or s.slug = v_slug)
      order by s.slug limit p_limit - cardinality(v_ids));
  end if;
  return v_ids;
end $$;
comment on function auth.route_ids is
  'The ids of up to p_limit routes: of the operator, newest first, then domains of tenants and slugs by their names. null is any. As '
  'their owner: row-level security shows what is in one tenant at a time';
