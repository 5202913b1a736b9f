create or replace function app.job_run_json(p_run app.job_runs)
returns json
language sql stable as $$
  select json_build_object('id', p_run.id, 'run_id', p_run.id, 'job_id', p_run.job_id,
    'status', p_run.status, 'trigger', p_run.trigger, 'scheduled_for', p_run.scheduled_for,
    'attempt', p_run.attempt, 'output', p_run.output, 'error', p_run.error,
    'created_at', p_run.created_at, 'started_at', p_run.started_at,
    'finished_at', p_run.finished_at, 'duration_ms', p_run.duration_ms)
$$;
comment on function app.job_run_json is 'A run of a scheduled job as the API shows it';
