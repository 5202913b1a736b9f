create or replace function api.key_rotate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_before app.api_keys := app.key_lock(tenant, args->>'key_id');
  v_old app.api_keys := v_before;
  v_created record;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_before.updated_at, args);
  if v_old.revoked_at is not null or v_old.expires_at <= clock_timestamp() then
    perform app.fail(409, 'INVALID_STATE',
      'Only an active key can be rotated. Create a new key.');
  end if;
  if v_old.sees_private and app.private_binds(app.principal()) then
    perform app.fail(403, 'FORBIDDEN',
      'This key can see private object types, which you cannot. Ask an owner or admin to rotate '
      'it.');
  end if;
  if args ? 'scopes' then
    perform app.scopes_check(array(select jsonb_array_elements_text(args->'scopes')));
  end if;
  v_created := app.key_create(tenant, jsonb_build_object(
    'label', v_old.label, 'scopes', v_old.scopes, 'ip_allowlist', v_old.ip_allowlist,
    'rate_limit', v_old.rate_limit, 'expires_at', v_old.expires_at)
    || args || jsonb_build_object(
      'bound_by_policies', v_old.bound_by_policies, 'sees_private', v_old.sees_private));
  v_now := clock_timestamp();
  update app.api_keys k set replaced_by = (v_created.key).id, updated_at = v_now,
    revoked_at = least(k.expires_at, v_now
      + make_interval(secs => coalesce((args->>'grace_period_seconds')::integer, 0)))
  where k.tenant_id = tenant and k.id = v_old.id returning * into v_old;
  v_done := app.journal_write(
    tenant, 'key.rotated', 'key', v_old.id, app.key_json(v_old), app.key_json(v_before));
  v_done := app.journal_write(
    tenant, 'key.created', 'key', (v_created.key).id, app.key_json(v_created.key));
  return json_build_object(
    'old_key', (app.key_json(v_old)::jsonb || jsonb_build_object('expires_at', v_old.revoked_at)),
    'new_key', app.key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function api.key_rotate is 'Rotate an API key';
