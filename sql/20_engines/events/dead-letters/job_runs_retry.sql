create or replace function app.job_runs_retry(p_tenant text, p_ids text[])
returns text[]
language plpgsql volatile as $$
declare
  v_runs app.job_runs[];
  v_root uuid := app.principal()->>'root';
begin
  with queued as (
    update app.job_runs r set status = 'queued', attempt = 0, error = null, finished_at = null,
      root = coalesce(v_root, r.root),
      duration_ms = null, started_at = null
    from app.scheduled_jobs j
    where r.tenant_id = p_tenant and r.id = any (p_ids) and r.status = 'failed'
      and j.tenant_id = p_tenant and j.id = r.job_id and j.is_enabled
    returning row(r.*)::app.job_runs as r)
  select coalesce(array_agg(q.r), '{}') into v_runs from queued q;
  perform app.budget_take(p_tenant, 'runs', cardinality(v_runs));
  perform app.work_add(p_tenant, 'job', r.id, p_serial_key => r.job_id) from unnest(v_runs) r;
  return array(select r.id from unnest(v_runs) r);
end $$;
comment on function app.job_runs_retry is
  'Queues runs of scheduled jobs that failed once more, but none of a job that is disabled; the '
  'ids of those that it did';
