create or replace function api.passkey_authenticate_options(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings json := app.passkey_settings(tenant);
  v_is_bound boolean := args ? 'email';
  v_user app.users := app.user_by_address(tenant, args->>'email', null);
begin
  -- The handler makes the options of it (src/groups/passkeys/handlers/options.ts).
  return json_build_object(
    'challenge_id', app.challenge_create(tenant, 'passkey_get', v_user.id,
      jsonb_build_object('is_bound', v_is_bound), interval '5 minutes'),
    'expires_at', clock_timestamp() + interval '5 minutes',
    'settings', v_settings,
    'credentials', case when v_is_bound then app.passkey_descriptors(tenant, v_user.id) end);
end $$;
comment on function api.passkey_authenticate_options is
  'Creates a challenge for a sign-in with a passkey';
