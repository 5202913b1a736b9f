create or replace function api.recovery_codes_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_token text := args->>'mfa_token';
  v_user app.users := app.user_lock(tenant, (app.mfa_user(tenant, v_token)).id);
  v_hash bytea := app.recovery_code_hash(v_user.id, args->>'code');
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  -- The handler has counted the attempt (api.mfa_attempt).
  update app.recovery_codes r set used_at = v_now
  where r.tenant_id = tenant and r.user_id = v_user.id and r.code_hash = v_hash
    and r.used_at is null;
  if not found then
    return app.refuse(401, 'INVALID_CREDENTIALS',
      'This recovery code is wrong or was already used. Try another one.');
  end if;
  v_done := app.counter_clear(tenant, 'mfa:' || v_user.id);
  return app.mfa_sign_in(v_user, v_token, 'recovery_code');
end $$;
comment on function api.recovery_codes_verify is
  'Uses up a recovery code and continues the sign-in';
