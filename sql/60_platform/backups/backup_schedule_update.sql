create or replace function platform.backup_schedule_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.backup_schedules := app.backup_schedule_lock(args->>'schedule_id');
  v_new app.backup_schedules;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  v_new := app.backup_schedule_merge(v_old, args);
  if v_new = v_old then return app.backup_schedule_json(v_old); end if;
  v_now := clock_timestamp();
  update app.backup_schedules s set name = v_new.name, about_tenant = v_new.about_tenant,
    type = v_new.type, cron_expression = v_new.cron_expression, timezone = v_new.timezone,
    keep_last = v_new.keep_last, expires_in_days = v_new.expires_in_days, verify = v_new.verify,
    label = v_new.label, is_enabled = v_new.is_enabled, next_run_at = v_new.next_run_at,
    updated_at = v_now
  where s.id = v_old.id returning * into v_new;
  perform app.owner_journal('backup_schedule.updated', v_new.id,
    app.backup_schedule_json(v_new), app.backup_schedule_json(v_old));
  return app.backup_schedule_json(v_new);
end $$;
comment on function platform.backup_schedule_update is 'Changes a schedule of backups';
