create or replace function app.user_find(p_tenant text, p_user_id text)
returns app.users
language plpgsql stable as $$
declare v_user app.users;
begin
  select * into v_user from app.users u where u.tenant_id = p_tenant and u.id = p_user_id;
  if not found then perform app.not_found('user', p_user_id); end if;
  return v_user;
end $$;
comment on function app.user_find is 'A user by id, or 404';
