-- Marks in the data, because the API of 1.0.0, which may run on after the migration, finds them by their text. Remove in
-- 1.2: since 1.1 the flags of a row (makesSession) say what its function answers, so it can be a column of its own.
create or replace function app.session_answer(p_session app.sessions, p_user app.users)
returns json
language sql stable as $$
  select json_build_object('$session', jsonb_build_object('id', p_session.id,
      'counter', p_session.counter, 'aal', 'aal' || p_session.aal, 'amr', p_session.amr,
      'user_id', p_user.id, 'email', p_user.email, 'role', p_user.role, 'roles', g.roles,
      'is_anonymous', p_user.is_anonymous, 'tenant_id', p_user.tenant_id,
      'expires_in', (app.auth_config(p_user.tenant_id)->>'jwt_expiry')::integer)
      || case when p_session.act is null then '{}' else jsonb_build_object('act', p_session.act,
        'expires_in', 900, 'ends_at', extract(epoch from p_session.expires_at)) end,
    'user', app.user_json(p_user))
  from auth.user_roles(p_user) g
$$;
comment on function app.session_answer is
  'A session as functions answer it: from "$session" the doorway makes the tokens of an '
  'AuthSession (src/credentials/session.ts), so that the database holds none';
