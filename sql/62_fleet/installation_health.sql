create or replace function auth.installation_health()
returns json
language plpgsql stable security definer set search_path = '' set lock_timeout = '1s' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_kept_at timestamptz;
  v_verified app.backups;
begin
  -- Along the key, the newest first, and no further than the newest 10,000.
  -- A backup of another tool may be noted later than newer ones.
  v_kept_at := (
    select max(case when k.source = 'external' then coalesce(k.snapshot_at, k.finished_at) else k.finished_at end) from (
      select b.* from (select * from app.backups n order by n.id desc limit 10000) b
      where b.status = 'completed' and b.source <> 'undo' order by b.id desc limit 20) k);
  select b.* into v_verified from (select * from app.backups n order by n.id desc limit 10000) b
  where b.verify_status in ('passed', 'failed') order by b.verified_at desc nulls last limit 1;
  return json_build_object('metrics', app.metrics(), 'vitals', app.vitals(),
    'backup_alarm_hours', (app.installation()).backup_alarm_hours,
    'backup_at', app.utc(v_kept_at),
    'backup_age', extract(epoch from v_now - v_kept_at),
    'verified_at', app.utc(v_verified.verified_at), 'verify_status', v_verified.verify_status);
end $$;
comment on function auth.installation_health is
  'Returns the figures of the database that /admin/health judges: app.metrics, app.vitals, the age of the newest backup in seconds, and the last '
  'verification. As their owner: row-level security shows what is in one tenant at a time';
