create or replace function app.impersonations_end(p_tenant text, p_reason text)
returns void
language plpgsql volatile as $$
declare v_session app.sessions;
begin
  for v_session in
    select * from app.sessions s
    where s.tenant_id = p_tenant and s.act is not null and s.revoked_at is null
    order by s.user_id, s.id
  loop
    perform app.sessions_revoke(p_tenant, v_session.user_id, array[v_session.id], p_reason);
  end loop;
end $$;
comment on function app.impersonations_end is
  'Ends the sessions of a tenant in which operators impersonate users';
