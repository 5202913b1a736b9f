create or replace function worker.backup_schedule_fire(
  p_id text, p_due_at timestamptz, p_next timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_done := app.in_tenant('platform', '{"type": "system", "id": "worker", "scopes": ["*"]}');
  update app.backup_schedules s set next_run_at = p_next, last_run_at = v_now,
    walked_to = coalesce(s.walked_to, '')
  where s.id = p_id and s.next_run_at = p_due_at and s.is_enabled;
  if not found then return false; end if;
  perform app.task_add('platform', 'backup_schedule', p_id);
  return true;
end $$;
comment on function worker.backup_schedule_fire is
  'Fires a schedule that was due at p_due_at, once, and sets when it fires next. One that is still at its last firing goes on '
  'with that';
