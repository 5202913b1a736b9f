create or replace function worker.impersonation_end(p_tenant text, p_session text)
returns void
language plpgsql volatile as $$
declare
  v_session app.sessions;
  v_now timestamptz;
  v_reason text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_session from app.sessions s where s.tenant_id = p_tenant and s.id = p_session;
  if v_session.id is null or v_session.revoked_at is not null then return; end if;
  v_now := clock_timestamp();
  v_reason := case when v_session.expires_at <= v_now then 'expired'
    else worker.impersonation_over(v_session.act, v_session.created_at) end;
  if v_reason is null then
    perform app.work_add(p_tenant, 'task', 'impersonation_end ' || p_session,
      least(v_session.expires_at, v_now + interval '1 minute'));
    return;
  end if;
  perform app.sessions_revoke(p_tenant, v_session.user_id, array[p_session], v_reason);
end $$;
comment on function worker.impersonation_end is
  'Notes the end of a session in which an operator impersonates a user, once it has ended; otherwise looks again within a minute';
