create or replace function app.backup_schedule_json(p_schedule app.backup_schedules)
returns json
language plpgsql stable as $$
declare v_last app.backups;
begin
  select * into v_last from app.backups b where b.schedule_id = p_schedule.id
  order by b.created_at desc, b.id desc limit 1;
  return json_build_object('id', p_schedule.id, 'name', p_schedule.name,
    'tenant_id', p_schedule.about_tenant, 'type', p_schedule.type,
    'cron_expression', p_schedule.cron_expression, 'timezone', p_schedule.timezone,
    'keep_last', p_schedule.keep_last, 'expires_in_days', p_schedule.expires_in_days,
    'verify', p_schedule.verify, 'label', p_schedule.label, 'is_enabled', p_schedule.is_enabled,
    'next_run_at', nullif(p_schedule.next_run_at, 'infinity'),
    'last_run_at', p_schedule.last_run_at, 'last_status', v_last.status,
    'last_backup_id', v_last.id, 'created_by', p_schedule.created_by,
    'created_at', p_schedule.created_at, 'updated_at', p_schedule.updated_at);
end $$;
comment on function app.backup_schedule_json is 'A schedule of backups as /admin shows it, with its newest backup';
