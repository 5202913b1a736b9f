create or replace function api.passkey_attempt(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_credential_id text := args->>'credential_id';
  v_settings json := app.passkey_settings(tenant);
  v_challenge app.auth_challenges :=
    app.challenge_take(tenant, 'passkey_get', args->>'challenge_id');
  v_passkey app.passkeys;
begin
  if v_challenge.id is null then
    return app.refuse(401, 'OTP_EXPIRED', 'This challenge has expired or was already used; each is '
      'valid for one attempt. Request new options.', '{"param": "challenge_id"}');
  end if;
  select * into v_passkey from app.passkeys p
  where p.tenant_id = tenant and p.credential_id = v_credential_id;
  if not found or v_challenge.data @> '{"is_bound": true}'
    and v_passkey.user_id is distinct from v_challenge.user_id then
    return app.refuse(401, 'INVALID_CREDENTIALS',
      'This passkey is not registered here, or belongs to another account.');
  end if;
  return json_build_object('settings', v_settings, 'passkey_id', v_passkey.id,
    'user_id', v_passkey.user_id, 'sign_count', v_passkey.sign_count,
    'public_key', encode(v_passkey.public_key, 'base64'));
end $$;
comment on function api.passkey_attempt is
  'The first half of a sign-in with a passkey: uses up the challenge, whatever comes of it, and '
  'answers what the signature is verified with';
