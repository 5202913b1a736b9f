create or replace function platform.owner_subscription_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_tenant app.tenants;
  v_row app.subscriptions;
begin
  select * into v_tenant from app.tenants t where t.tenant_id = args->>'tenant_id';
  if not found then perform app.not_found('tenant', args->>'tenant_id'); end if;
  select * into v_row from app.subscriptions s where s.tenant_id = v_tenant.tenant_id;
  return app.owner_subscription_json(v_row, v_tenant);
end $$;
comment on function platform.owner_subscription_get is 'Get the subscription of a tenant';
