create or replace function platform.platform_key_revoke(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.platform_keys := app.platform_key_lock(args->>'platform_key_id');
  v_new app.platform_keys;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_now := clock_timestamp();
  update app.platform_keys k set revoked_at = least(k.revoked_at, v_now), replaced_by = null,
    updated_at = v_now
  where k.id = v_old.id returning * into v_new;
  perform app.owner_journal('platform_key.revoked', v_new.id, app.platform_key_json(v_new),
    app.platform_key_json(v_old));
  return app.platform_key_json(v_new);
end $$;
comment on function platform.platform_key_revoke is 'Revoke a platform key';
