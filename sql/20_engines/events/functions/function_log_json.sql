create or replace function app.function_log_json(p_run app.function_runs)
returns json
language plpgsql stable as $$
begin
  if app.event_is_hidden(p_run.trigger->>'event_type') or app.log_keeps_out(p_run.tenant_id,
    coalesce(p_run.authors, app.listener_authors(p_run.tenant_id, 'function', p_run.function_id))
      || p_run.principal) then
    p_run.input := null;
    p_run.output := null;
    p_run.error := null;
    p_run.logs := '[]';
  end if;
  return json_build_object('id', p_run.id, 'function_id', p_run.function_id, 'run_id', p_run.id,
    'version', p_run.version,
    'level', case when p_run.status in ('failed', 'timeout') then 'error' else 'info' end,
    'message', coalesce(p_run.error, p_run.logs #>> '{-1,message}', p_run.status),
    'status', p_run.status, 'trigger', p_run.trigger, 'attempt', p_run.attempt,
    'input', p_run.input, 'output', p_run.output, 'error', p_run.error, 'lines', p_run.logs,
    'duration_ms', p_run.duration_ms, 'created_at', p_run.created_at,
    'started_at', p_run.started_at, 'finished_at', p_run.finished_at);
end $$;
comment on function app.function_log_json is
  'Returns a run of a function as its log shows it; its input and output only to callers who may '
  'see the event that started it, and the data that its principal could see (app.log_keeps_out)';
