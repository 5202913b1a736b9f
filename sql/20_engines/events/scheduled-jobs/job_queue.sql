create or replace function app.job_queue(
  p_job app.scheduled_jobs, p_trigger text, p_scheduled_for timestamptz, p_depth integer,
  p_skipped text default null)
returns app.job_runs
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_root uuid := coalesce((app.principal()->>'root')::uuid, gen_random_uuid());
  v_run app.job_runs;
begin
  insert into app.job_runs (tenant_id, id, job_id, status, trigger, scheduled_for,
    causation_depth, root, error, created_at, finished_at)
  values (p_job.tenant_id, app.new_id('jrun'), p_job.id,
    case when p_skipped is null then 'queued' else 'skipped' end, p_trigger, p_scheduled_for,
    p_depth, v_root, p_skipped, v_now, case when p_skipped is not null then v_now end)
  on conflict (tenant_id, job_id, scheduled_for) where scheduled_for is not null do nothing
  returning * into v_run;
  if v_run.status = 'queued' then
    perform app.work_add(v_run.tenant_id, 'job', v_run.id, v_now, v_run.job_id);
  end if;
  return v_run;
end $$;
comment on function app.job_queue is
  'A run of a scheduled job: queued behind those of the same job, or skipped for a reason. Nothing '
  'when this very firing has its run already';
