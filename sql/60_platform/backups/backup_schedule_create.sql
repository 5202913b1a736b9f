create or replace function platform.backup_schedule_create(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.backup_schedules;
begin
  v_new.expires_in_days := (app.installation()).tenant_snapshot_days;
  v_new := app.backup_schedule_merge(v_new, args);
  v_new.id := app.new_id('bsc');
  v_new.created_by := app.principal()->>'id';
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.backup_schedules values (v_new.*);
  perform app.owner_journal('backup_schedule.created', v_new.id, app.backup_schedule_json(v_new));
  return app.backup_schedule_json(v_new);
end $$;
comment on function platform.backup_schedule_create is 'Creates a schedule of backups';
