create or replace function app.backup_completed(p_backup app.backups)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_schedule app.backup_schedules;
  v_ids text[];
begin
  if p_backup.schedule_id is null then return; end if;
  select * into v_schedule from app.backup_schedules s where s.id = p_backup.schedule_id;
  if not found then return; end if;
  if v_schedule.verify then
    update app.backups b set verify_status = 'running', attempts = 0 where b.id = p_backup.id;
    perform app.task_add('platform', 'backup_verify', p_backup.id);
  end if;
  if v_schedule.keep_last is null then return; end if;
  v_ids := array(
    select b.id from app.backups b
    where b.schedule_id = p_backup.schedule_id and b.about_tenant = p_backup.about_tenant
      and b.status = 'completed'
    order by b.created_at desc, b.id desc offset v_schedule.keep_last limit 1000);
  update app.backups b set expires_at = v_now where b.id = any (v_ids) and b.expires_at > v_now;
end $$;
comment on function app.backup_completed is
  'Does what the schedule of a completed backup asks for: older ones beyond keep_last expire, and it is verified';
