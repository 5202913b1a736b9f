create or replace function api.mfa_challenge(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.mfa_user(tenant, args->>'mfa_token');
  v_factor app.mfa_factors := app.mfa_factor_find(tenant, v_user.id, args->>'factor_id');
begin
  return json_build_object('id', app.challenge_create(tenant, 'mfa_challenge', v_user.id,
      jsonb_build_object('factor_id', v_factor.id), interval '5 minutes'),
    'type', v_factor.type, 'expires_at', clock_timestamp() + interval '5 minutes');
end $$;
comment on function api.mfa_challenge is 'Start verifying a second factor';
