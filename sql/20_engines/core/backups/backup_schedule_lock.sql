create or replace function app.backup_schedule_lock(p_id text)
returns app.backup_schedules
language plpgsql volatile as $$
declare v_schedule app.backup_schedules;
begin
  select * into v_schedule from app.backup_schedules s where s.id = p_id for update;
  if not found then perform app.not_found('backup_schedule', p_id); end if;
  return v_schedule;
end $$;
comment on function app.backup_schedule_lock is 'A schedule of backups, locked, or 404';
