create or replace function auth.routes_shown(p_ids text[], p_own_host text)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_hosts text[] := array(select substr(i.id, 10) from unnest(p_ids) i(id) where i.id like 'branding:%');
  v_slugs text[] := array(select substr(i.id, 6) from unnest(p_ids) i(id) where i.id like 'slug:%');
  v_routes app.routes[] := array(select row(r.*)::app.routes from app.routes r where r.id = any (p_ids));
  v_domains app.tenant_hosts[] := array(
    select row(h.*)::app.tenant_hosts from app.tenant_hosts h where h.host = any (v_hosts));
  v_names app.tenant_slugs[] := array(
    select row(s.*)::app.tenant_slugs from app.tenant_slugs s where s.slug = any (v_slugs));
  v_ids text[] := array(
    select r.about_tenant from unnest(v_routes) r
    union all select h.tenant_id from unnest(v_domains) h
    union all select s.tenant_id from unnest(v_names) s);
  v_tenants jsonb := (
    select json_object_agg(t.tenant_id, json_build_object('status', t.status, 'at', t.created_at))::jsonb
    from app.tenants t where t.tenant_id = any (v_ids));
  v_brands jsonb := (
    select json_object_agg(s.tenant_id, s.branding)::jsonb from app.tenant_settings s
    where cardinality(v_hosts) > 0 and s.tenant_id = any (v_ids) and s.branding ? 'custom_domain');
begin
  return (
    select json_agg(f.shown order by array_position(p_ids, f.id))
    from (
      select r.id::text, app.route_json(row(r.*)::app.routes, 'operator', v_tenants->r.about_tenant->>'status') as shown
      from unnest(v_routes) r
      union all
      select 'branding:' || h.host, app.route_json(app.route_given('branding:' || h.host, h.tenant_id, h.host,
        coalesce((v_brands->h.tenant_id->>'updated_at')::timestamptz, (v_tenants->h.tenant_id->>'at')::timestamptz),
        'insula-verification=' || (v_brands->h.tenant_id->>'custom_domain_token')),
        'branding', v_tenants->h.tenant_id->>'status')
      from unnest(v_domains) h
      union all
      select 'slug:' || s.slug, app.route_json(app.route_given('slug:' || s.slug, s.tenant_id,
        s.slug || '.' || p_own_host, (v_tenants->s.tenant_id->>'at')::timestamptz, null),
        'slug', v_tenants->s.tenant_id->>'status')
      from unnest(v_names) s) f);
end $$;
comment on function auth.routes_shown is
  'Routes as /admin shows them, in the order of their ids. As their owner: row-level security shows what is in one tenant at a time';
