create or replace function api.user_announcement_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.user_announcements := app.user_announcement_lock(tenant, args->>'user_announcement_id');
  v_new app.user_announcements := app.user_announcement_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.user_announcement_json(v_old); end if;
  v_now := clock_timestamp();
  update app.user_announcements a set title = v_new.title, body = v_new.body, roles = v_new.roles,
    starts_at = v_new.starts_at, ends_at = v_new.ends_at, updated_at = v_now
  where a.tenant_id = tenant and a.id = v_old.id
  returning * into v_new;
  perform app.user_announcement_room(tenant);
  v_done := app.journal_user_announcement('user_announcement.updated', v_old, v_new);
  return app.user_announcement_json(v_new);
end $$;
comment on function api.user_announcement_update is 'Change an announcement to users';
