create or replace function app.automation_run_json(p_run app.automation_runs)
returns json
language plpgsql stable as $$
begin
  if app.event_is_hidden(p_run.trigger->>'type') or app.log_keeps_out(p_run.tenant_id,
    coalesce(p_run.principal->'authors', app.listener_authors(
      p_run.tenant_id, 'automation', p_run.automation_id))
    || coalesce(p_run.principal->'actor', '[]'))
  then
    p_run.input := '{}';
    p_run.error := null;
    p_run.steps := (
      select coalesce(json_agg(s || '{"output": null, "error": null}' order by n)::jsonb, '[]')
      from jsonb_array_elements(p_run.steps) with ordinality u(s, n));
  end if;
  return json_build_object('id', p_run.id, 'automation_id', p_run.automation_id,
    'status', p_run.status, 'trigger', p_run.trigger, 'input', p_run.input,
    'steps', app.steps_json(p_run.steps),
    'error', p_run.error, 'attempt', p_run.attempt, 'causation_depth', p_run.causation_depth,
    'created_at', p_run.created_at, 'started_at', p_run.started_at,
    'finished_at', p_run.finished_at, 'duration_ms',
    round(extract(epoch from p_run.finished_at - p_run.started_at) * 1000));
end $$;
comment on function app.automation_run_json is
  'Returns a run as the API shows it; its input and the output of its steps only to callers who '
  'may see the event that started it, and the data that its principal could see '
  '(app.log_keeps_out)';
