create or replace function app.mfa_user(p_tenant text, p_mfa_token text)
returns app.users
language plpgsql volatile as $$
declare
  v_challenge app.auth_challenges;
  v_user_id text := app.principal()->>'user_id';
begin
  if p_mfa_token is not null then
    v_challenge := app.challenge_find(p_tenant, 'mfa', p_mfa_token);
    v_user_id := v_challenge.user_id;
    if v_user_id is null then
      perform app.fail(401, 'INVALID_TOKEN', 'This mfa_token is not valid, was already used, or is '
        'older than 5 minutes. Sign in again.', null, 'mfa_token');
    end if;
  elsif v_user_id is null then
    perform app.fail(401, 'UNAUTHORIZED', 'Send the mfa_token of a sign-in, or the access token '
      'of a user.');
  end if;
  return app.user_find(p_tenant, v_user_id);
end $$;
comment on function app.mfa_user is
  'Returns the user about to verify a second factor: the one for whom an mfa_token (app.sign_in) '
  'stands, otherwise the signed-in user; or 401';
