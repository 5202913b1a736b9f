create or replace function worker.function_end(
  p_tenant text, p_run_id text, p_attempts integer, p_outcome jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_run app.function_runs;
  v_is_good boolean := p_outcome->>'status' = 'succeeded';
  v_max integer;
  v_is_last boolean;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_run from app.function_runs r
  where r.tenant_id = p_tenant and r.id = p_run_id for update;
  if not found then return false; end if;
  v_max := app.function_attempts(v_run);
  v_is_last := v_is_good or p_attempts >= v_max;
  if not app.work_end(p_tenant, 'function', p_run_id, p_attempts, case when not v_is_last
      then clock_timestamp() + case p_attempts when 1 then interval '1 second'
        else interval '5 seconds' end end) then
    return false;
  end if;
  v_done := app.act_as(v_run.principal || jsonb_build_object(
    'causation_depth', v_run.causation_depth + 1, 'root', v_run.root, 'uncounted', true));
  v_run := app.function_run_end(p_tenant, p_run_id, p_outcome, v_is_last);
  if v_is_good then
    perform app.dead_letter_settle(p_tenant, 'function', p_run_id);
  elsif v_is_last and v_max > 1 then
    perform app.dead_letter_add(p_tenant, 'function', v_run.function_id, p_run_id,
      'function_run', json_build_object('trigger', v_run.trigger, 'input', v_run.input)::jsonb,
      v_run.error, p_attempts, v_max, v_run.created_at);
  end if;
  return true;
end $$;
comment on function worker.function_end is
  'Ends an attempt of a run: it is over, is tried again after 1 or 5 seconds, or goes to the dead '
  'letters. False when another attempt has taken over';
