create or replace function api.usage_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_plan text := (select t.plan_tier from app.tenants t where t.tenant_id = tenant);
begin
  return json_build_object('tenant_id', tenant, 'plan_tier', v_plan,
    'used_storage_bytes', app.storage_used(tenant), 'plan_limits', app.plan_limits(tenant));
end $$;
comment on function api.usage_get is 'Get your tenant’s plan and limits';
