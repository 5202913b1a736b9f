create or replace function api.passkey_register_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_lock(tenant, app.principal()->>'user_id');
  v_challenge app.auth_challenges :=
    app.challenge_take(tenant, 'passkey_create', args->>'challenge_id');
  v_transports text[] := array(select jsonb_array_elements_text(args->'transports'));
  v_passkey app.passkeys;
  v_done text;
begin
  -- The handler has verified it (src/groups/passkeys/handlers/verify.ts).
  if v_challenge.user_id is distinct from v_user.id then
    -- Rolled back: another user's challenge stays theirs.
    perform app.fail(401, 'OTP_EXPIRED', 'This challenge has expired, was already used, or belongs '
      'to another account. Request new options.', null, 'challenge_id');
  end if;
  perform app.strong_check(v_user);
  perform app.passkey_room(tenant, v_user.id);
  insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key, sign_count,
    transports, is_backed_up, friendly_name)
  values (tenant, app.new_id('pk'), v_user.id, args->>'credential_id',
    decode(args->>'public_key', 'base64'), (args->>'sign_count')::bigint,
    v_transports, (args->>'is_backed_up')::boolean,
    case when args ? 'friendly_name' then args->>'friendly_name'
      else v_challenge.data->>'friendly_name' end)
  on conflict do nothing
  returning * into v_passkey;
  if not found then
    perform app.fail(409, 'ALREADY_EXISTS', 'This passkey is already registered.', null,
      'credential');
  end if;
  v_done := app.journal_write(tenant, 'passkey.created', 'passkey', v_passkey.id,
    app.passkey_json(v_passkey));
  return app.passkey_json(v_passkey);
end $$;
comment on function api.passkey_register_verify is 'Stores a passkey that the handler has verified';
