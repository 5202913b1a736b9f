create or replace function platform.announcement_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.announcements;
begin
  v_new := jsonb_populate_record(v_new, app.jsonb_pick(args, '{title,body,level,starts_at,ends_at}'));
  v_new.id := app.new_id('ann');
  v_new.body := coalesce(v_new.body, '');
  v_new.starts_at := coalesce(v_new.starts_at, v_now);
  v_new.ends_at := coalesce(v_new.ends_at, 'infinity');
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  perform app.announcement_period_check(v_new);
  insert into app.announcements values (v_new.*);
  perform app.owner_journal('announcement.created', v_new.id, app.announcement_json(v_new));
  return app.announcement_json(v_new);
end $$;
comment on function platform.announcement_create is 'Create an announcement';
