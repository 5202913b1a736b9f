create or replace function app.mfa_sign_in(
  p_user app.users, p_mfa_token text, p_method text)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_session_id text := app.principal()->>'session_id';
  v_session app.sessions;
  v_challenge app.auth_challenges;
  v_methods text[];
  v_anonymous app.users;
  v_done text;
begin
  if p_mfa_token is not null then
    v_challenge := app.challenge_take(p_user.tenant_id, 'mfa', p_mfa_token);
    if v_challenge.user_id is distinct from p_user.id then
      perform app.fail(401, 'INVALID_TOKEN', 'This mfa_token was already used. Sign in '
        'again.', null,
        'mfa_token');
    end if;
    v_methods := array(select jsonb_array_elements_text(v_challenge.data->'methods')) || p_method;
    if v_challenge.data ? 'join' then
      select * into v_anonymous from app.users u
      where u.tenant_id = p_user.tenant_id and u.id = v_challenge.data #>> '{join,user_id}'
        and u.is_anonymous for no key update;
      if found then
        return app.anonymous_join(
          v_anonymous, p_user, v_challenge.data #>> '{join,on_conflict}', v_methods, true);
      end if;
    end if;
    return app.sign_in(p_user, v_methods, true);
  end if;
  update app.sessions s set aal = 2, last_active_at = v_now,
    amr = jsonb_path_query_array(s.amr, '$[*] ? (@.method != $method)',
        jsonb_build_object('method', p_method))
      || jsonb_build_object('method', p_method, 'timestamp', extract(epoch from v_now)::bigint)
  where s.tenant_id = p_user.tenant_id and s.id = v_session_id and s.user_id = p_user.id
  returning * into v_session;
  v_done := app.journal_write(p_user.tenant_id, 'user.signed_in', 'user', p_user.id,
    json_build_object('id', p_user.id, 'email', p_user.email, 'session_id', v_session.id,
      'methods', array[p_method]));
  return app.session_answer(v_session, p_user);
end $$;
comment on function app.mfa_sign_in is
  'Completes the verification of a second factor: the sign-in that its mfa_token stands for goes '
  'on (and uses it up), with the anonymous user who is joined; otherwise the caller''s session rises to aal2';
