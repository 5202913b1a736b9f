create or replace function app.job_report(p_job app.scheduled_jobs, p_run app.job_runs)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  -- Listeners to this event run one step further in the chain.
  v_done := app.act_as(jsonb_build_object('type', 'system', 'id', 'worker',
    'request_id', p_run.id, 'causation_depth', p_run.causation_depth + 1,
    'root', p_run.root, 'uncounted', true));
  v_done := app.journal_write(p_run.tenant_id,
    case p_run.status when 'succeeded' then 'job.completed' else 'job.failed' end, 'job_run',
    p_run.id, json_build_object('id', p_run.id, 'job_id', p_job.id, 'name', p_job.name,
      'action_type', p_job.action_type, 'status', p_run.status, 'trigger', p_run.trigger,
      'scheduled_for', p_run.scheduled_for, 'error', p_run.error,
      'started_at', p_run.started_at, 'finished_at', p_run.finished_at));
  if p_run.status = 'succeeded' then
    perform app.dead_letter_settle(p_run.tenant_id, 'job', p_run.id);
    return;
  end if;
  -- Not its configuration, which may contain a secret of the server that it calls.
  perform app.dead_letter_add(p_run.tenant_id, 'job', p_job.id, p_run.id, 'job_run',
    jsonb_build_object('job_id', p_job.id, 'run_id', p_run.id, 'name', p_job.name,
      'action_type', p_job.action_type, 'trigger', p_run.trigger,
      'scheduled_for', p_run.scheduled_for),
    p_run.error, greatest(p_run.attempt::integer, 1), 3, p_run.started_at);
end $$;
comment on function app.job_report is
  'Records the consequences of the end of a run: its event, and its dead letter when it has '
  'failed permanently';
