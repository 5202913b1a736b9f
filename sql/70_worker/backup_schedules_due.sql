create or replace function worker.backup_schedules_due(p_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  return coalesce((
    select json_agg(json_build_object('id', s.id, 'cron_expression', s.cron_expression,
      'timezone', s.timezone, 'next_run_at', s.next_run_at, 'now', v_now))
    from (
      select * from app.backup_schedules d where d.next_run_at <= v_now
      order by d.next_run_at limit p_limit) s), '[]');
end $$;
comment on function worker.backup_schedules_due is
  'Up to p_limit schedules of backups that have to fire: [{id, cron_expression, timezone, next_run_at, now}]';
