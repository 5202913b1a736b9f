create or replace function platform.tenant_suspend(args jsonb)
returns json
language plpgsql volatile as $$
declare v_old app.tenants := app.tenant_lock(args->>'tenant_id');
begin
  return app.tenant_save(
    v_old, jsonb_build_object('status', 'suspended', 'reason', args->'reason'));
end $$;
comment on function platform.tenant_suspend is 'Suspend a tenant';
