create or replace function platform.backup_schedule_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_schedule app.backup_schedules;
begin
  select * into v_schedule from app.backup_schedules s where s.id = args->>'schedule_id';
  if not found then perform app.not_found('backup_schedule', args->>'schedule_id'); end if;
  return app.backup_schedule_json(v_schedule);
end $$;
comment on function platform.backup_schedule_get is 'Get a schedule of backups';
