create or replace function app.step_delay(
  p_run app.automation_runs, p_action jsonb, p_step jsonb,
  out step jsonb, out due_at timestamptz, out result jsonb)
language plpgsql stable as $$
declare
  v_filled record;
  v_delay record;
begin
  step := p_step;
  if p_step->>'status' = 'waiting' then
    result := jsonb_build_object('output', p_step->'output');
    return;
  end if;
  v_filled := app.config_fill(p_action->'config', app.run_scope(p_run));
  if v_filled.error is null then v_delay := app.delay_until(v_filled.config); end if;
  if v_filled.error is not null or v_delay.error is not null then
    result := jsonb_build_object('error', coalesce(v_filled.error, v_delay.error));
    return;
  end if;
  due_at := v_delay.until;
  step := p_step || jsonb_build_object(
    'status', 'waiting', 'output', jsonb_build_object('until', app.utc(due_at)));
end $$;
comment on function app.step_delay is
  'The step of a delay: waiting until due_at, or over when the run goes on after it';
