create or replace function app.schedule_put(
  p_tenant text, p_kind text, p_subject_id text, p_cron text, p_run_at timestamptz,
  p_timezone text, p_next_run_at timestamptz)
returns void
language sql volatile as $$
  insert into app.schedules
    (tenant_id, kind, subject_id, cron_expression, run_at, timezone, next_run_at)
  values (p_tenant, p_kind, p_subject_id, p_cron, p_run_at, p_timezone, p_next_run_at)
  on conflict (tenant_id, kind, subject_id) do update set
    cron_expression = excluded.cron_expression, run_at = excluded.run_at,
    timezone = excluded.timezone, next_run_at = excluded.next_run_at
$$;
comment on function app.schedule_put is
  'When a job, automation or function fires: by p_cron, or once at p_run_at. p_next_run_at is the '
  'next firing, which src/schedules reckons; null while it is disabled';
