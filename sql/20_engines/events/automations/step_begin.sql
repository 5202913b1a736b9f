create or replace function app.step_begin(p_run app.automation_runs, p_action jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_filter app.filter;
  v_holds boolean;
  v_error text;
  v_is_over boolean;
begin
  begin
    v_filter := app.json_filter(
      p_run.tenant_id, app.run_scope_definition(), p_action->'if', 'if');
    v_holds := v_filter.condition is null
      or app.json_filter_holds(v_filter, app.run_scope(p_run));
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_error = message_text;
  end;
  v_is_over := v_holds is not true;
  return jsonb_build_object('key', p_action->'key', 'type', p_action->'type',
    'status', case when v_error is not null then 'failed' when v_holds then 'running'
      else 'skipped' end,
    'finished', v_is_over, 'output', null, 'error', v_error, 'attempts', 0,
    'started_at', app.utc(clock_timestamp()), 'duration_ms', case when v_is_over then 0 end);
end $$;
comment on function app.step_begin is
  'The step of an action as it begins: running, skipped where its conditions (if) do not hold, or '
  'failed where they cannot be asked, as with a regex that takes too long';
