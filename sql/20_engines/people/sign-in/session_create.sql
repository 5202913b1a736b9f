create or replace function app.session_create(
  p_user app.users, p_methods text[], p_aal integer default 1)
returns json
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_now timestamptz := clock_timestamp();
  v_amr jsonb := (
    select json_agg(jsonb_build_object(
      'method', m, 'timestamp', extract(epoch from v_now)::bigint))::jsonb from unnest(p_methods) m);
  v_session app.sessions;
  v_user app.users := p_user;
  v_done text;
begin
  insert into app.sessions (tenant_id, id, user_id, aal, amr, ip, user_agent, created_at,
    refreshed_at, last_active_at)
  values (p_user.tenant_id, app.new_id('ses'), p_user.id, p_aal, v_amr,
    (v_principal->>'ip')::inet, v_principal->>'user_agent', v_now, v_now, v_now)
  returning * into v_session;
  v_user.last_sign_in_at := v_now;
  update app.users u set last_sign_in_at = v_now
  where u.tenant_id = p_user.tenant_id and u.id = p_user.id;
  v_done := app.journal_write(p_user.tenant_id, 'user.signed_in', 'user', p_user.id,
    json_build_object('id', p_user.id, 'email', p_user.email, 'session_id', v_session.id,
      'methods', p_methods));
  return app.session_answer(v_session, v_user);
end $$;
comment on function app.session_create is
  'Creates a session of a user verified by p_methods (RFC 8176, such as password, otp, totp); the '
  'answer is as app.session_answer says. Ways to sign in call app.sign_in instead';
