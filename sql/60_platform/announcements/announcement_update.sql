create or replace function platform.announcement_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.announcements := app.announcement_lock(args->>'announcement_id');
  v_new app.announcements;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := jsonb_populate_record(v_old, app.jsonb_pick(args, '{title,body,level,starts_at,ends_at}'));
  v_new.ends_at := coalesce(v_new.ends_at, 'infinity');
  perform app.announcement_period_check(v_new);
  if v_new = v_old then return app.announcement_json(v_old); end if;
  v_now := clock_timestamp();
  update app.announcements a set title = v_new.title, body = v_new.body, level = v_new.level,
    starts_at = v_new.starts_at, ends_at = v_new.ends_at, updated_at = v_now
  where a.id = v_old.id returning * into v_new;
  perform app.owner_journal('announcement.updated', v_new.id, app.announcement_json(v_new),
    app.announcement_json(v_old));
  return app.announcement_json(v_new);
end $$;
comment on function platform.announcement_update is 'Change an announcement';
