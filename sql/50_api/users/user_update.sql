create or replace function api.user_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.users := app.user_manage(tenant, args->>'user_id');
  v_new app.users := app.user_change(v_old, args);
  v_was_banned boolean := app.user_is_banned(v_old);
  v_is_banned boolean := app.user_is_banned(v_new);
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.user_admin_json(v_old); end if;
  if v_new.role <> v_old.role or v_is_banned and not v_was_banned then
    perform app.owner_keep(v_old);
  end if;
  v_new := app.user_save(v_old, v_new, case when v_is_banned = v_was_banned then 'user.updated'
    when v_is_banned then 'user.banned' else 'user.unbanned' end);
  v_done := app.address_left(v_old, v_new);
  if v_is_banned and not v_was_banned then
    perform app.sessions_revoke(tenant, v_new.id, null, 'user_banned');
  end if;
  return app.user_admin_json(v_new);
end $$;
comment on function api.user_update is 'Change, ban or unban a user';
