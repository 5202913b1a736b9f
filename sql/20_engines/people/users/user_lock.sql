create or replace function app.user_lock(p_tenant text, p_user_id text)
returns app.users
language plpgsql volatile as $$
declare
  v_user app.users;
  v_done text;
begin
  select * into v_user from app.users u
  where u.tenant_id = p_tenant and u.id = p_user_id for no key update;
  if not found then perform app.not_found('user', p_user_id); end if;
  v_done := app.session_check(v_user);
  return v_user;
end $$;
comment on function app.user_lock is
  'A user by id, locked, or 404; 401 for one whose own session ended while this call waited';
