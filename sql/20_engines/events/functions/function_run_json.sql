create or replace function app.function_run_json(p_run app.function_runs)
returns json
language sql stable as $$
  select json_build_object('id', p_run.function_id, 'run_id', p_run.id,
    'version', p_run.version, 'status', p_run.status, 'trigger', p_run.trigger,
    'attempt', p_run.attempt, 'error', p_run.error, 'duration_ms', p_run.duration_ms)
$$;
comment on function app.function_run_json is
  'A run as events tell of it: without what went in, came out and was logged';
