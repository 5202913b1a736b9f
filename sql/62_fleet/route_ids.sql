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
  -- Each by the index of what is asked for, and sorted then: there are few.
  if p_source is null or p_source = 'operator' then
    if p_hostname is not null then
      v_ids := array(
        with found as materialized (select r.id, r.about_tenant from app.routes r where r.hostname = p_hostname)
        select f.id from found f where p_tenant is null or f.about_tenant = p_tenant order by f.id desc limit p_limit);
    elsif p_tenant is not null then
      v_ids := array(
        with found as materialized (select r.id from app.routes r where r.about_tenant = p_tenant)
        select f.id from found f order by f.id desc limit p_limit);
    else
      v_ids := array(select r.id from app.routes r order by r.id desc limit p_limit);
    end if;
  end if;
  if p_source is null or p_source = 'branding' then
    if p_hostname is not null then
      v_ids := v_ids || array(
        select 'branding:' || h.host from app.tenant_hosts h
        where h.host = p_hostname and (p_tenant is null or h.tenant_id = p_tenant));
    elsif p_tenant is not null then
      v_ids := v_ids || array(select 'branding:' || h.host from app.tenant_hosts h where h.tenant_id = p_tenant order by 1);
    else
      v_ids := v_ids || array(
        select 'branding:' || h.host from app.tenant_hosts h order by h.host limit p_limit - cardinality(v_ids));
    end if;
  end if;
  if p_source is null or p_source = 'slug' then
    if p_hostname is not null then
      v_ids := v_ids || array(
        select 'slug:' || s.slug from app.tenant_slugs s
        where s.slug = v_slug and (p_tenant is null or s.tenant_id = p_tenant));
    elsif p_tenant is not null then
      v_ids := v_ids || array(
        select 'slug:' || s.slug from app.tenant_slugs s
        where s.slug = (select t.slug from app.tenants t where t.tenant_id = p_tenant) and s.tenant_id = p_tenant);
    else
      v_ids := v_ids || array(
        select 'slug:' || s.slug from app.tenant_slugs s order by s.slug limit p_limit - cardinality(v_ids));
    end if;
  end if;
  return v_ids;
end $$;
comment on function auth.route_ids is
  'The ids of up to p_limit routes: of the operator, newest first, then domains of tenants and slugs by their names. null is any. As '
  'their owner: row-level security shows what is in one tenant at a time';
