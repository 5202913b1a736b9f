create or replace function api.passkey_authenticate_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text := args->>'passkey_id';
  v_count bigint := args->>'sign_count';
  v_passkey app.passkeys;
  v_user app.users;
  v_now timestamptz;
begin
  v_now := clock_timestamp();
  -- The handler has verified it (api.passkey_attempt).
  update app.passkeys p set sign_count = v_count, last_used_at = v_now,
    is_backed_up = (args->>'is_backed_up')::boolean
  where p.tenant_id = tenant and p.id = v_id
    and (p.sign_count < v_count or p.sign_count = 0 and v_count = 0)
  returning * into v_passkey;
  if not found then
    return app.refuse(401, 'INVALID_CREDENTIALS', 'The counter of this passkey did not increase, '
      'so it may have been copied. Sign in another way and delete the passkey.');
  end if;
  v_user := app.user_lock(tenant, v_passkey.user_id);
  perform app.settings_check(v_user, array['passkeys.rp_id', case
    when jsonb_array_length(app.auth_config(tenant)#>'{passkeys,origins}') > 0
      then 'passkeys.origins' else 'site_url' end]);
  return app.sign_in(v_user, '{webauthn}', (args->>'is_verified')::boolean);
end $$;
comment on function api.passkey_authenticate_verify is
  'Signs a user in by a passkey that the handler has verified';
