create or replace function app.session_check(p_user app.users)
returns void
language plpgsql stable as $$
declare v_principal jsonb := app.principal();
begin
  if v_principal->>'user_id' is distinct from p_user.id then return; end if;
  if exists (
    select 1 from app.sessions s
    where s.tenant_id = p_user.tenant_id and s.id = v_principal->>'session_id'
      and s.revoked_at is not null) then
    perform app.fail(401, 'SESSION_REVOKED', 'This session has just ended. Sign in again.');
  end if;
end $$;
comment on function app.session_check is
  '401 when the caller is this user and the session has ended since the call began: a call that '
  'waited for a lock must not continue for a user who was signed out meanwhile';
