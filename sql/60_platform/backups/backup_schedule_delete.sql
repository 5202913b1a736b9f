create or replace function platform.backup_schedule_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.backup_schedules := app.backup_schedule_lock(args->>'schedule_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  delete from app.backup_schedules s where s.id = v_old.id;
  perform app.owner_journal('backup_schedule.deleted', v_old.id, null,
    app.backup_schedule_json(v_old));
  return json_build_object('id', v_old.id, 'deleted', true);
end $$;
comment on function platform.backup_schedule_delete is 'Delete a schedule of backups';
