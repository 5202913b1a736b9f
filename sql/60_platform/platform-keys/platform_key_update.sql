create or replace function platform.platform_key_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.platform_keys := app.platform_key_lock(args->>'platform_key_id');
  v_new app.platform_keys := v_old;
  v_expires timestamptz := args->>'expires_at';
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.revoked_at is not null then
    perform app.fail(409, 'INVALID_STATE',
      'A revoked or rotated key cannot be changed. Create a new key.');
  end if;
  v_new.label := coalesce(args->>'label', v_old.label);
  if args ? 'scopes' then
    v_new.scopes := array(select jsonb_array_elements_text(args->'scopes'));
  end if;
  if args ? 'ip_allowlist' then v_new.ip_allowlist := app.cidrs(args->'ip_allowlist'); end if;
  if args ? 'expires_at' then v_new.expires_at := v_expires; end if;
  if v_new = v_old then return app.platform_key_json(v_old); end if;
  perform app.platform_held_check(v_new.scopes, v_new.ip_allowlist, v_new.expires_at);
  v_now := clock_timestamp();
  update app.platform_keys k set label = v_new.label, scopes = v_new.scopes,
    ip_allowlist = v_new.ip_allowlist, expires_at = v_new.expires_at, updated_at = v_now
  where k.id = v_old.id returning * into v_new;
  perform app.owner_journal('platform_key.updated', v_new.id, app.platform_key_json(v_new),
    app.platform_key_json(v_old));
  return app.platform_key_json(v_new);
end $$;
comment on function platform.platform_key_update is 'Change a platform key';
