create or replace function platform.tenant_key_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_created record := app.key_create(v_tenant.tenant_id, args);
  v_done text;
begin
  v_done := app.journal_write(v_tenant.tenant_id, 'key.created', 'key', (v_created.key).id,
    app.key_json(v_created.key));
  return json_build_object('key', app.key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function platform.tenant_key_create is 'Create an API key for a tenant';
