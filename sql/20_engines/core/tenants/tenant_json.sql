create or replace function app.tenant_json(p_tenant app.tenants)
returns json
language plpgsql stable as $$
declare
  v_objects bigint;
  v_users bigint;
begin
  -- Row-level security: one tenant at a time.
  perform set_config('app.tenant_id', p_tenant.tenant_id, true);
  select coalesce(sum(c.live), 0) into v_objects from app.object_counts c
  where c.tenant_id = p_tenant.tenant_id;
  select count(*) into v_users from app.users u where u.tenant_id = p_tenant.tenant_id;
  return json_build_object('id', p_tenant.tenant_id, 'name', p_tenant.name, 'slug', p_tenant.slug,
    'status', p_tenant.status, 'status_reason', p_tenant.status_reason,
    'plan_tier', p_tenant.plan_tier, 'region', p_tenant.region, 'custom_domain', (
      select h.host from app.tenant_hosts h where h.tenant_id = p_tenant.tenant_id),
    'limits', p_tenant.limits, 'features', p_tenant.features, 'metadata', p_tenant.metadata,
    'counts', json_build_object('objects', v_objects, 'users', v_users),
    'owner_email', p_tenant.owner_email,
    'created_at', p_tenant.created_at, 'updated_at', p_tenant.updated_at,
    'deleted_at', p_tenant.deleted_at);
end $$;
comment on function app.tenant_json is 'A tenant as /admin shows it, with its counts';
