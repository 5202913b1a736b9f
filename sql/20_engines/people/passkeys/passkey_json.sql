create or replace function app.passkey_json(p_passkey app.passkeys)
returns json
language sql stable as $$
  select json_build_object('id', p_passkey.id, 'user_id', p_passkey.user_id,
    'credential_id', p_passkey.credential_id, 'friendly_name', p_passkey.friendly_name,
    'created_at', p_passkey.created_at, 'last_used_at', p_passkey.last_used_at)
$$;
comment on function app.passkey_json is 'A passkey as the API shows it';
