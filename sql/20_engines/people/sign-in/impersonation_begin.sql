create or replace function app.impersonation_begin(p_user app.users, p_reason text)
returns app.sessions
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_tenant text := p_user.tenant_id;
  v_key text := app.platform_caller();
  v_label text := coalesce(v_principal->>'label', 'PLATFORM_ADMIN_KEY');
  v_now timestamptz := clock_timestamp();
  v_channel text := case when p_user.email is not null then 'email' else 'sms' end;
  v_session app.sessions;
  v_done text;
begin
  insert into app.sessions (tenant_id, id, user_id, aal, amr, ip, user_agent, created_at,
    refreshed_at, last_active_at, expires_at, act)
  values (v_tenant, app.new_id('ses'), p_user.id, 1, jsonb_build_array(jsonb_build_object(
      'method', 'impersonation', 'timestamp', extract(epoch from v_now)::bigint)),
    (v_principal->>'ip')::inet, v_principal->>'user_agent', v_now, v_now, v_now,
    v_now + interval '900 seconds', jsonb_build_object('sub', 'platform', 'key', v_key))
  returning * into v_session;
  v_done := app.journal_write(v_tenant, 'impersonation.started', 'impersonation', v_session.id,
    json_build_object('id', v_session.id, 'user_id', p_user.id, 'reason', p_reason, 'key', v_key,
      'label', v_label, 'ip', v_principal->>'ip', 'expires_at', app.utc(v_session.expires_at)));
  perform app.work_add(v_tenant, 'task', 'impersonation_end ' || v_session.id, v_now + interval '1 minute');
  perform app.notify(v_tenant, array[p_user.id], 'security', 'Support has signed in as you',
    'The operator acts as you for 15 minutes at most. GET /v1/auth/sessions shows the session, and you may end it.',
    jsonb_build_object('session_id', v_session.id));
  if coalesce(p_user.email, p_user.phone) is not null then
    perform app.message_send(v_tenant, v_channel, coalesce(p_user.email, p_user.phone),
      'impersonation_started', '{}', p_user.id);
  end if;
  return v_session;
end $$;
comment on function app.impersonation_begin is
  'A session of 900 seconds in which the platform key that calls acts as a user, who is told of it. It has no refresh token';
