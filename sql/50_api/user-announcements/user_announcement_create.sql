create or replace function api.user_announcement_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.user_announcements;
  v_done text;
begin
  v_new.tenant_id := tenant;
  v_new.starts_at := v_now;
  v_new := app.user_announcement_merge(v_new, args);
  insert into app.user_announcements (tenant_id, id, title, body, roles, starts_at, ends_at,
    created_by, created_at, updated_at)
  values (tenant, app.id_of_new('uann'), v_new.title, v_new.body, v_new.roles, v_new.starts_at,
    v_new.ends_at, app.principal()->>'user_id', v_now, v_now)
  returning * into v_new;
  perform app.user_announcement_room(tenant);
  v_done := app.journal_user_announcement('user_announcement.created', null, v_new);
  return app.user_announcement_json(v_new);
end $$;
comment on function api.user_announcement_create is 'Announce something to users';
