create or replace function api.oauth_token(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_code app.auth_challenges := app.challenge_take(
    tenant, 'code', coalesce(args->>'code', args->>'auth_code'));
  v_challenge text := translate(encode(
    sha256(convert_to(args->>'code_verifier', 'UTF8')), 'base64'), '+/=', '-_');
begin
  if v_code.id is null or v_code.data->>'code_challenge' is distinct from v_challenge then
    return app.refuse(401, 'OTP_EXPIRED', 'This code is wrong, was already used or has expired, or '
      'the code_verifier does not match its code_challenge. Sign in again.');
  end if;
  return app.sign_in(app.user_find(tenant, v_code.user_id),
    array(select jsonb_array_elements_text(v_code.data->'methods')));
end $$;
comment on function api.oauth_token is
  'Exchange the one-time code of a redirect for an AuthSession';
