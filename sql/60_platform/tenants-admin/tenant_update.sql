create or replace function platform.tenant_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tenants := app.tenant_lock(args->>'tenant_id');
begin
  perform app.unchanged_check(v_old.updated_at, args);
  return app.tenant_save(v_old, args);
end $$;
comment on function platform.tenant_update is 'Change a tenant';
