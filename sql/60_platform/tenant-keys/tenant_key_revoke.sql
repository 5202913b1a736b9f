create or replace function platform.tenant_key_revoke(args jsonb)
returns json
language plpgsql volatile as $$
declare v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
begin
  return app.key_revoke(v_tenant.tenant_id, args);
end $$;
comment on function platform.tenant_key_revoke is 'Revoke an API key of a tenant';
