create or replace function platform.announcement_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.announcements := app.announcement_lock(args->>'announcement_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.announcements a where a.id = v_old.id;
  perform app.owner_journal('announcement.deleted', v_old.id, null, app.announcement_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function platform.announcement_delete is 'Delete an announcement';
