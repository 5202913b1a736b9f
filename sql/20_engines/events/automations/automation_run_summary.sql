create or replace function app.automation_run_summary(p_run app.automation_runs)
returns json
language sql stable as $$
  select json_build_object('id', p_run.id, 'automation_id', p_run.automation_id,
    'status', p_run.status, 'trigger', p_run.trigger, 'error', p_run.error,
    'attempt', p_run.attempt, 'started_at', p_run.started_at, 'finished_at', p_run.finished_at)
$$;
comment on function app.automation_run_summary is
  'A run as its events tell of it: without what it was given and what its steps answered';
