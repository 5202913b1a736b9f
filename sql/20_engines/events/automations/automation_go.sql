create or replace function app.automation_go(
  inout p_run app.automation_runs, p_principal jsonb, p_result jsonb, out external jsonb,
  out due_at timestamptz, out failure jsonb)
language plpgsql volatile as $$
declare
  v_own jsonb := app.principal();
  v_number integer := greatest(jsonb_array_length(p_run.steps) - 1, 0);
  v_action jsonb;
  v_step jsonb;
  v_result jsonb := p_result;
  v_wait interval;
  v_done text;
begin
  v_step := p_run.steps->-1;
  if v_step->>'status' = 'cancelled' or v_step->>'status' = 'failed' and (v_step ? 'is_spent'
    or p_run.actions->v_number->>'on_error' <> 'continue') then
    p_run.steps := p_run.steps - -1;  -- what ended the run is done again
  elsif v_step->>'finished' = 'true' then
    v_number := v_number + 1;
  end if;
  loop
    v_action := p_run.actions->v_number;
    exit when v_action is null;
    v_step := coalesce(p_run.steps->v_number, app.step_begin(p_run, v_action));
    if not (v_step->'finished')::boolean then
      if v_action->>'type' in ('webhook', 'function', 'ai_generate') then
        if v_result is null then
          select h.step, h.external, h.result into v_step, external, v_result
          from app.step_hand_out(p_run, v_action, v_step, p_principal) h;
          external := external || jsonb_build_object('step', v_number);
        end if;
      elsif v_action->>'type' = 'delay' then
        select d.step, d.due_at, d.result into v_step, due_at, v_result
        from app.step_delay(p_run, v_action, v_step) d;
      else
        v_done := app.act_as(p_principal);
        v_result := app.step_do(p_run, v_action);
        v_done := app.act_back(v_own);
      end if;
      if v_result is not null then
        v_wait := app.limit_awaits(p_run, v_result->'failure');
        if v_wait is null then
          v_step := app.step_end(v_step, v_action, v_result);
        else
          due_at := clock_timestamp() + v_wait;
          v_step := v_step || jsonb_build_object('status', 'waiting', 'error', v_result->>'error',
            'due_at', app.utc(due_at));
        end if;
        if v_step->>'status' = 'retrying' then due_at := (v_step->>'due_at')::timestamptz; end if;
        if v_action->>'type' = 'set_variable' and v_step->>'status' = 'succeeded' then
          p_run.variables := p_run.variables || jsonb_build_object(
            v_step->'output'->>'name', v_step->'output'->'value');
        end if;
        failure := case when v_wait is null then v_result->'failure' end;
        v_result := null;
      end if;
    end if;
    p_run.steps := jsonb_set(p_run.steps, array[v_number::text], v_step);
    if external is not null or due_at is not null then return; end if;
    if v_step->>'status' = 'failed'
      and (v_step ? 'is_spent' or v_action->>'on_error' <> 'continue') then
      p_run.status := 'failed';
      p_run.error := format('%s: %s', v_action->>'key', v_step->>'error');
      return;
    end if;
    v_number := v_number + 1;
  end loop;
  p_run.status := 'succeeded';
  failure := null;
end $$;
comment on function app.automation_go is
  'Goes on with a run: does one step after the other as p_principal, until the run is over, or a '
  'step has to be done outside of the database (external, whose outcome is the p_result of the '
  'next call), or nothing is to be done before due_at. failure is what an error would be to a '
  'caller, of the step that has ended the run. It writes nothing of the run itself';
