create or replace function api.passkey_authenticate_options(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_settings json := app.passkey_settings(tenant);
  v_is_bound boolean := args ? 'email';
  v_user app.users := app.user_by_address(tenant, args->>'email', null);
  v_known json;
  v_decoys json;
begin
  if v_is_bound then
    v_known := app.passkey_descriptors(tenant, v_user.id);
    v_decoys := app.passkey_decoys(tenant, args->>'email');
    if v_known::text = '[]' then v_known := v_decoys; end if;
  end if;
  -- The handler makes the options of it (src/groups/passkeys/handlers/options.ts).
  return json_build_object(
    'challenge_id', app.challenge_create(tenant, 'passkey_get', v_user.id,
      jsonb_build_object('is_bound', v_is_bound), interval '5 minutes'),
    'expires_at', clock_timestamp() + interval '5 minutes',
    'settings', v_settings,
    'credentials', v_known);
end $$;
comment on function api.passkey_authenticate_options is
  'Creates a challenge for a sign-in with a passkey';
