create or replace function app.user_own_lock(p_tenant text)
returns app.users
language plpgsql volatile as $$
declare
  v_principal jsonb := app.principal();
  v_user app.users;
  v_done text;
begin
  if v_principal->>'role' = 'owner' then perform app.owners_lock(p_tenant); end if;
  select * into v_user from app.users u
  where u.tenant_id = p_tenant and u.id = v_principal->>'user_id' for no key update;
  if not found then
    perform app.fail(401, 'SESSION_REVOKED', 'This account has just been deleted.');
  end if;
  v_done := app.session_check(v_user);
  return v_user;
end $$;
comment on function app.user_own_lock is
  'The signed-in user, locked to leave; an owner after the other owners. 401 for who is gone '
  'since the call began';
