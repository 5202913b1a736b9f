create or replace function platform.tenant_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_tenant app.tenants;
begin
  select * into v_tenant from app.tenants t where t.tenant_id = args->>'tenant_id';
  if not found then perform app.not_found('tenant', args->>'tenant_id'); end if;
  return app.tenant_json(v_tenant);
end $$;
comment on function platform.tenant_get is 'Get a tenant';
