create or replace function api.passkey_register_options(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(tenant, app.principal()->>'user_id');
  v_settings json := app.passkey_settings(tenant);
begin
  -- The handler makes the options of it (src/groups/passkeys/handlers/options.ts).
  perform app.strong_check(v_user);
  perform app.passkey_room(tenant, v_user.id);
  return json_build_object(
    'challenge_id', app.challenge_create(tenant, 'passkey_create', v_user.id,
      jsonb_build_object('friendly_name', args->'friendly_name'), interval '5 minutes'),
    'expires_at', clock_timestamp() + interval '5 minutes',
    'settings', v_settings,
    'user', json_build_object('id', v_user.id,
      'name', coalesce(v_user.email, v_user.phone, v_user.id),
      'display_name', coalesce(v_user.user_metadata->>'name', v_user.email, v_user.phone, '')),
    'credentials', app.passkey_descriptors(tenant, v_user.id));
end $$;
comment on function api.passkey_register_options is
  'Creates a challenge for the registration of a passkey';
