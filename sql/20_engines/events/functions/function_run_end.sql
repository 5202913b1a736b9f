create or replace function app.function_run_end(
  p_tenant text, p_run_id text, p_outcome jsonb, p_is_last boolean default true)
returns app.function_runs
language plpgsql volatile as $$
declare
  v_run app.function_runs;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  update app.function_runs r set
    status = case when p_is_last then p_outcome->>'status' else 'queued' end,
    output = p_outcome->'output', error = left(p_outcome->>'error', 4000),
    logs = coalesce(p_outcome->'logs', '[]'),
    duration_ms = (p_outcome->>'duration_ms')::integer, finished_at = v_now
  where r.tenant_id = p_tenant and r.id = p_run_id returning * into v_run;
  -- Now and then is enough: runs at the same time need not wait for each other.
  update app.functions f set last_executed_at = v_now
  where f.tenant_id = p_tenant and f.id = v_run.function_id
    and (f.last_executed_at is null or f.last_executed_at < v_now - interval '1 second');
  if p_is_last then
    v_done := app.journal_write(p_tenant,
      case when v_run.status = 'succeeded' then 'function.executed' else 'function.failed' end,
      'function', v_run.function_id, app.function_run_json(v_run));
  end if;
  return v_run;
end $$;
comment on function app.function_run_end is
  'Records the result of a run, {status, output, error, logs, duration_ms}; one that is tried '
  'again (not p_is_last) is not reported';
