create or replace function app.tenant_counted(
  p_tenant app.tenants, p_host text, p_counts json)
returns json
language sql immutable as $$
  select json_build_object('id', p_tenant.tenant_id, 'name', p_tenant.name, 'slug', p_tenant.slug,
    'status', p_tenant.status, 'status_reason', p_tenant.status_reason,
    'plan_tier', p_tenant.plan_tier, 'region', p_tenant.region, 'custom_domain', p_host,
    'limits', p_tenant.limits, 'features', p_tenant.features, 'metadata', p_tenant.metadata,
    'counts', p_counts, 'owner_email', p_tenant.owner_email, 'outbound', p_tenant.outbound,
    'cloned_from', p_tenant.cloned_from, 'is_sandbox', p_tenant.is_sandbox,
    'parent_tenant_id', p_tenant.parent_tenant_id, 'expires_at', p_tenant.expires_at,
    'created_at', p_tenant.created_at, 'updated_at', p_tenant.updated_at,
    'deleted_at', p_tenant.deleted_at)
$$;
comment on function app.tenant_counted is 'A tenant as /admin shows it, with its domain and counts {objects, users}';
