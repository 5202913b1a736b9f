create or replace function app.job_end(
  p_tenant text, p_run_id text, p_attempts integer, p_output jsonb, p_error text,
  p_is_final boolean default false)
returns boolean
language plpgsql volatile as $$
declare
  -- How long to wait after each failed attempt; after the last one it has failed for good.
  v_pauses constant interval[] := '{1 s,5 s}';
  v_now timestamptz := clock_timestamp();
  v_run app.job_runs;
  v_job app.scheduled_jobs;
begin
  if p_error is not null and not p_is_final and p_attempts <= cardinality(v_pauses) then
    if not app.work_end(p_tenant, 'job', p_run_id, p_attempts, v_now + v_pauses[p_attempts]) then
      return false;
    end if;
    update app.job_runs r set status = 'queued', error = p_error
    where r.tenant_id = p_tenant and r.id = p_run_id;
    return true;
  end if;
  if not app.work_end(p_tenant, 'job', p_run_id, p_attempts) then return false; end if;
  update app.job_runs r set status = case when p_error is null then 'succeeded' else 'failed' end,
    output = p_output, error = p_error, finished_at = v_now,
    duration_ms = extract(epoch from v_now - coalesce(r.started_at, v_now)) * 1000
  where r.tenant_id = p_tenant and r.id = p_run_id returning * into v_run;
  update app.scheduled_jobs j set run_count = j.run_count + 1, last_run_at = v_now,
    failure_count = j.failure_count + case when p_error is null then 0 else 1 end,
    last_status = v_run.status,
    -- A job that runs once has ended after its run.
    status = case when j.run_at is null or v_run.scheduled_for is distinct from j.run_at
        or not j.is_enabled then j.status
      when p_error is null then 'completed' else 'failed' end
  where j.tenant_id = p_tenant and j.id = v_run.job_id returning * into v_job;
  perform app.job_report(v_job, v_run);
  return true;
end $$;
comment on function app.job_end is
  'Ends an attempt of a run of a scheduled job: it has worked, or is tried again, three times in '
  'all, or has failed for good. False when the run has gone on without this attempt';
