create or replace function app.tenant_own_json(p_tenant app.tenants)
returns json
language sql stable as $$
  select json_build_object('id', p_tenant.tenant_id, 'name', p_tenant.name,
    'slug', p_tenant.slug, 'status', p_tenant.status, 'plan_tier', p_tenant.plan_tier,
    'region', p_tenant.region, 'brand_name', coalesce(s.branding->>'brand_name', p_tenant.name),
    'custom_domain', h.host,
    'counts', json_build_object(
      'objects', (select coalesce(sum(c.live), 0) from app.object_counts c
        where c.tenant_id = p_tenant.tenant_id)),
    'created_at', p_tenant.created_at, 'updated_at', p_tenant.updated_at)
  from app.settings_find(p_tenant.tenant_id) s
  left join app.tenant_hosts h on h.tenant_id = p_tenant.tenant_id
$$;
comment on function app.tenant_own_json is
  'A tenant as it is shown to its own keys and users; what the operator notes is left out';
