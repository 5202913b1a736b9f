create or replace function platform.platform_key_rotate(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_before app.platform_keys := app.platform_key_lock(args->>'platform_key_id');
  v_old app.platform_keys := v_before;
  v_created record;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_before.updated_at, args);
  if v_old.revoked_at is not null or v_old.expires_at <= clock_timestamp() then
    perform app.fail(409, 'INVALID_STATE',
      'Only an active key can be rotated. Create a new key.');
  end if;
  v_created := app.platform_key_add(v_old.label, v_old.scopes, v_old.ip_allowlist, v_old.expires_at);
  v_now := clock_timestamp();
  update app.platform_keys k set replaced_by = (v_created.key).id, updated_at = v_now,
    revoked_at = least(k.expires_at, v_now
      + make_interval(secs => coalesce((args->>'grace_period_seconds')::integer, 0)))
  where k.id = v_old.id returning * into v_old;
  perform app.owner_journal('platform_key.rotated', v_old.id, app.platform_key_json(v_old),
    app.platform_key_json(v_before));
  perform app.owner_journal('platform_key.created', (v_created.key).id, app.platform_key_json(v_created.key));
  return json_build_object(
    'old_key', (app.platform_key_json(v_old)::jsonb || jsonb_build_object('expires_at', v_old.revoked_at)),
    'new_key', app.platform_key_json(v_created.key), 'token', v_created.token);
end $$;
comment on function platform.platform_key_rotate is 'Rotate a platform key';
