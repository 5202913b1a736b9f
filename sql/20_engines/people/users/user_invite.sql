create or replace function app.user_invite(p_tenant text, args jsonb)
returns app.users
language plpgsql volatile as $$
declare v_user app.users := app.user_by_address(p_tenant, args->>'email', null);
begin
  if args ? 'role' then perform app.role_grant_check(p_tenant, args->>'role'); end if;
  if v_user.id is null then
    v_user.tenant_id := p_tenant;
    v_user.email := args->>'email';
    v_user.role := args->>'role';
    v_user.user_metadata := args->'user_metadata';
    v_user.is_invited := true;
    v_user.created_by := app.actor();
    return app.user_add(v_user);
  end if;
  if not v_user.is_invited then perform app.taken('email', v_user.email, 'user'); end if;
  v_user := app.user_manage(p_tenant, v_user.id);
  return app.user_save(v_user, app.user_change(v_user, args));
end $$;
comment on function app.user_invite is
  'A user who is invited: a new one, or one who has not come yet; 409 for who is there already';
