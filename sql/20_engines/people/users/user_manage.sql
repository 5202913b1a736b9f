create or replace function app.user_manage(p_tenant text, p_user_id text)
returns app.users
language plpgsql volatile as $$
declare
  v_user app.users := app.user_find(p_tenant, p_user_id);
  v_done text;
begin
  if v_user.role = 'owner' then perform app.owners_lock(p_tenant); end if;
  v_user := app.user_lock(p_tenant, p_user_id);
  v_done := app.grant_check(app.user_permissions(v_user), v_user.role = 'owner');
  return v_user;
end $$;
comment on function app.user_manage is
  'A user for an administrator to change, locked: 404, or 403 when the user may do what the '
  'administrator may not';
