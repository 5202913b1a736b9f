create or replace function api.sandbox_key(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_sandbox app.sandboxes;
  v_made record;
  v_done text;
begin
  perform app.sandbox_caller_check(tenant);
  v_sandbox := app.sandbox_lock(tenant, args->>'sandbox_id');
  if v_sandbox.status <> 'active' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This sandbox is %s: wait until its status is active, or make another one.', v_sandbox.status));
  end if;
  v_made := app.sandbox_key_add(tenant, v_sandbox.target_tenant);
  v_done := app.journal_write(tenant, 'sandbox.key_created', 'sandbox', v_sandbox.id, app.key_json(v_made.key));
  return json_build_object('key', app.key_json(v_made.key), 'token', v_made.token);
end $$;
comment on function api.sandbox_key is 'Create an API key of a sandbox';
