create or replace function api.job_execute(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_job app.scheduled_jobs := app.job_lock(tenant, args->>'job_id');
  v_depth integer := coalesce((app.principal()->>'causation_depth')::integer, 0);
  v_run app.job_runs;
  v_done text;
begin
  if not v_job.is_enabled then
    perform app.fail(409, 'INVALID_STATE', format('The job %s is disabled. Enable it first: '
      'PATCH /v1/scheduled-jobs/%s {"enabled": true}.', v_job.name, v_job.id));
  end if;
  v_run := app.job_queue(v_job, 'manual', null, v_depth, case when v_depth >= 5
    then 'Five automations or functions in a row caused this run, so the chain ends here.' end);
  v_done := app.journal_write(tenant, 'job.executed', 'job', v_job.id, app.job_run_json(v_run));
  return app.job_run_json(v_run);
end $$;
comment on function api.job_execute is 'Queues a run of a scheduled job';
