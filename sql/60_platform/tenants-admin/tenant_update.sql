create or replace function platform.tenant_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.tenants := app.tenant_lock(args->>'tenant_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.is_sandbox and args->>'outbound' = 'on' then
    perform app.fail(409, 'INVALID_STATE', 'Nothing ever leaves a sandbox. Copy its tenant with POST /admin/tenants/:tenant_id/clone '
      'to make one that sends.', null, 'outbound');
  end if;
  return app.tenant_save(v_old, args);
end $$;
comment on function platform.tenant_update is 'Change a tenant';
