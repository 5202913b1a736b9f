create or replace function app.step_begin(p_run app.automation_runs, p_action jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_filter app.filter := app.json_filter(
    p_run.tenant_id, app.run_scope_definition(), p_action->'if', 'if');
  v_holds boolean := v_filter.condition is null
    or app.json_filter_holds(v_filter, app.run_scope(p_run));
begin
  return jsonb_build_object('key', p_action->'key', 'type', p_action->'type',
    'status', case when v_holds then 'running' else 'skipped' end, 'finished', not v_holds,
    'output', null, 'error', null, 'attempts', 0,
    'started_at', app.utc(clock_timestamp()), 'duration_ms', case when not v_holds then 0 end);
end $$;
comment on function app.step_begin is
  'The step of an action as it begins: running, or skipped where its conditions (if) do not hold';
