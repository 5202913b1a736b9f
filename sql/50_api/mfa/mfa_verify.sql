create or replace function api.mfa_verify(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_token text := args->>'mfa_token';
  v_user app.users := app.user_lock(tenant, (app.mfa_user(tenant, v_token)).id);
  v_factor app.mfa_factors := app.mfa_factor_find(tenant, v_user.id, args->>'factor_id');
  v_is_first boolean := not app.mfa_is_enrolled(tenant, v_user.id);
  v_challenge app.auth_challenges;
  v_codes json;
  v_answer json;
  v_now timestamptz;
  v_done text;
begin
  -- The handler has compared the code (api.mfa_attempt); args.step is its time step.
  if args ? 'challenge_id' then
    v_challenge := app.challenge_take(tenant, 'mfa_challenge', args->>'challenge_id');
    if v_challenge.user_id is distinct from v_user.id
      or v_challenge.data->>'factor_id' is distinct from v_factor.id then
      perform app.fail(401, 'OTP_EXPIRED', 'This challenge has expired, was already used, or '
        'belongs to another factor. Request a new one at '
        '/v1/auth/mfa/challenge.', null, 'challenge_id');
    end if;
  end if;
  if v_factor.verified_at is null then
    -- A factor that another user's session has begun with opens nothing.
    if v_token is not null then perform app.not_found('mfa_factor', v_factor.id); end if;
    perform app.strong_check(v_user);
  end if;
  if not app.mfa_code_take(tenant, v_factor, (args->>'step')::bigint) then
    return app.mfa_code_used();
  end if;
  if v_factor.verified_at is null then
    v_now := clock_timestamp();
    update app.mfa_factors f set verified_at = v_now
    where f.tenant_id = tenant and f.id = v_factor.id returning * into v_factor;
    if v_is_first then v_codes := app.recovery_codes_create(tenant, v_user.id); end if;
    v_done := app.journal_write(tenant, 'mfa.enrolled', 'mfa_factor', v_factor.id,
      json_build_object('id', v_factor.id, 'user_id', v_user.id, 'type', v_factor.type));
  end if;
  v_answer := app.mfa_sign_in(v_user, v_token, 'totp');
  if v_codes is null or v_answer->'$session' is null then return v_answer; end if;
  return (v_answer::jsonb || jsonb_build_object('recovery_codes', v_codes))::json;
end $$;
comment on function api.mfa_verify is
  'Accepts a code that the handler has compared, and activates its factor or continues the sign-in';
