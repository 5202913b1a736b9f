create or replace function app.automation_run_json(p_run app.automation_runs)
returns json
language plpgsql stable as $$
declare
  v_is_hidden boolean := app.log_keeps_out(p_run.tenant_id, array(
    select a->>'id' from jsonb_array_elements(app.listener_authors(
      p_run.tenant_id, 'automation', p_run.automation_id)) a)
    || array[p_run.principal->>'id', p_run.principal #>> '{actor,id}']);
begin
  return json_build_object('id', p_run.id, 'automation_id', p_run.automation_id,
    'status', p_run.status, 'trigger', p_run.trigger,
    'input', case when not v_is_hidden then p_run.input end,
    'steps', (
      select coalesce(json_agg(json_build_object('key', s->'key', 'type', s->'type',
        'status', s->'status', 'output', case when not v_is_hidden then s->'output' end,
        'error', case when not v_is_hidden then s->'error' end,
        'attempts', s->'attempts', 'started_at', s->'started_at',
        'duration_ms', s->'duration_ms') order by n), '[]')
      from jsonb_array_elements(p_run.steps) with ordinality u(s, n)),
    'error', case when not v_is_hidden then p_run.error end,
    'attempt', p_run.attempt, 'causation_depth', p_run.causation_depth,
    'created_at', p_run.created_at, 'started_at', p_run.started_at,
    'finished_at', p_run.finished_at, 'duration_ms',
    round(extract(epoch from p_run.finished_at - p_run.started_at) * 1000));
end $$;
comment on function app.automation_run_json is
  'A run as the API shows it; what it was given and what came of it not to everybody '
  '(app.log_keeps_out)';
