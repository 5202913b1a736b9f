create or replace function worker.job_begin(p_tenant text, p_run_id text, p_attempts integer)
returns json
language plpgsql volatile as $$
declare
  v_run app.job_runs;
  v_job app.scheduled_jobs;
  v_principal jsonb;
  v_root uuid := gen_random_uuid();  -- for one that an older version has queued
  v_now timestamptz;
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  perform from app.work w where w.tenant_id = p_tenant and w.kind = 'job' and w.id = p_run_id
    and w.attempts = p_attempts for update;
  if not found then return null; end if;  -- another worker has it
  v_now := clock_timestamp();
  update app.job_runs r set attempt = p_attempts, status = 'running',
    root = coalesce(r.root, v_root), started_at = coalesce(r.started_at, v_now)
  where r.tenant_id = p_tenant and r.id = p_run_id and r.status in ('queued', 'running')
  returning * into v_run;
  if not found then
    perform app.work_end(p_tenant, 'job', p_run_id, p_attempts);
    return null;
  end if;
  v_job := app.job_find(p_tenant, v_run.job_id);
  if not v_job.is_enabled then
    perform app.job_skip(v_run, 'The job was disabled before it was run.');
    return null;
  end if;
  v_principal := app.job_principal(v_job, v_run.causation_depth);
  if v_principal is null then
    perform app.job_end(p_tenant, p_run_id, p_attempts, null, 'The author of this job’s action no '
      'longer exists or no longer has any rights. Send its action_config again to make the job '
      'act as you.',
      true);
    return null;
  elsif p_attempts > 3 then
    perform app.job_end(p_tenant, p_run_id, p_attempts, null, 'Every attempt was '
      'interrupted.', true);
    return null;
  elsif v_job.action_type = 'webhook' and not (
    app.budget_share(p_tenant, 'calls', array[v_run.root]))[1] then
    perform app.job_end(p_tenant, p_run_id, p_attempts, null,
      app.budget_problem(p_tenant, 'calls'), true);
    return null;
  end if;
  perform app.budget_settle(p_tenant);
  return json_build_object('type', v_job.action_type, 'config', v_job.action_config,
    'principal', v_principal || jsonb_build_object('request_id', v_run.id, 'root', v_run.root),
    'causation_depth', v_run.causation_depth, 'job_id', v_job.id);
end $$;
comment on function worker.job_begin is
  'Begins an attempt of a run of a scheduled job: {type, config, principal, causation_depth, '
  'job_id}, or null when there is nothing to do: it has another worker, has ended, or its job is '
  'disabled';
