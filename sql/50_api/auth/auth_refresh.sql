create or replace function api.auth_refresh(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_counter integer := args->>'counter';
  v_grace interval := make_interval(
    secs => (app.auth_config(tenant)->>'refresh_reuse_interval')::integer);
  v_duration interval;
  v_session app.sessions;
  v_user app.users;
begin
  select * into v_session from app.sessions s
  where s.tenant_id = tenant and s.id = args->>'session_id' for update;
  select t.session_duration into v_duration from app.tenants t where t.tenant_id = tenant;
  if v_session.id is null or v_session.revoked_at is not null or v_session.act is not null
    or least(v_session.expires_at, v_session.created_at + v_duration) <= v_now then
    perform app.fail(401, 'SESSION_REVOKED', 'This session has ended. Sign in again.');
  end if;
  if v_counter = v_session.counter then
    v_session.counter := v_counter + 1;
    update app.sessions s set counter = v_session.counter, refreshed_at = v_now,
      last_active_at = v_now
    where s.tenant_id = tenant and s.id = v_session.id;
  elsif v_counter <> v_session.counter - 1 or v_session.refreshed_at + v_grace < v_now then
    perform app.sessions_revoke(tenant, v_session.user_id, array[v_session.id],
      'refresh_token_reused');
    return app.refuse(401, 'REFRESH_TOKEN_REUSED', 'This refresh token was used before and may '
      'have been stolen, so the session was ended. Sign in again.');
  end if;
  v_user := app.user_find(tenant, v_session.user_id);
  if app.user_is_banned(v_user) then
    perform app.fail(403, 'USER_BANNED', 'This user is banned. Ask the application''s team.');
  end if;
  return app.session_answer(v_session, v_user);
end $$;
comment on function api.auth_refresh is
  'Rotates the refresh token of a session, or ends the session if the token was reused';
