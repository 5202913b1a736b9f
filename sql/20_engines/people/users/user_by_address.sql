create or replace function app.user_by_address(p_tenant text, p_email text, p_phone text)
returns app.users
language plpgsql stable as $$
declare
  v_user app.users;
  v_email text := lower(p_email);
begin
  if v_email is not null then
    select * into v_user from app.users u where u.tenant_id = p_tenant and u.email = v_email;
  elsif p_phone is not null then
    select * into v_user from app.users u where u.tenant_id = p_tenant and u.phone = p_phone;
  end if;
  return v_user;
end $$;
comment on function app.user_by_address is 'The user with an email or a phone number, or null';
