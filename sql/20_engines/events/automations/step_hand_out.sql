create or replace function app.step_hand_out(
  p_run app.automation_runs, p_action jsonb, p_step jsonb, p_principal jsonb,
  out step jsonb, out external jsonb, out result jsonb)
language plpgsql volatile as $$
declare
  v_filled record;
  v_what text := case p_action->>'type' when 'function' then 'runs' else 'calls' end;
begin
  v_filled := app.config_fill(p_action->'config', app.run_scope(p_run));
  step := p_step || '{"status": "running"}';
  if v_filled.error is not null then
    result := jsonb_build_object('error', v_filled.error);
    return;
  elsif app.budget_room(p_run.tenant_id, p_run.root, v_what) < 1 then
    result := app.budget_result(p_run.tenant_id, v_what);
    return;
  end if;
  perform app.budget_add(p_run.tenant_id, p_run.root, v_what, 1);
  external := jsonb_build_object('type', p_action->'type', 'config', v_filled.config,
    'template', case when p_action->>'type' = 'webhook' then p_action->'config' end,
    'attempt', p_run.attempt, 'causation_depth', p_run.causation_depth,
    'principal', p_principal);
end $$;
comment on function app.step_hand_out is
  'A step for the worker to do outside of the database: {type, config, template, principal, '
  'causation_depth, attempt}; template is the config of a webhook as it was written, for which its headers are sealed';
