create or replace function app.step_do(p_run app.automation_runs, p_action jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_filled record;
  v_tried record;
begin
  v_filled := app.config_fill(p_action->'config', app.run_scope(p_run));
  if v_filled.error is not null then
    return jsonb_build_object('error', v_filled.error, 'failure',
      '{"code": "VALIDATION_ERROR"}'::jsonb);
  end if;
  v_tried := app.action_try(p_run.tenant_id, p_action->>'type', v_filled.config);
  if v_tried.error is not null then
    return jsonb_build_object('error', v_tried.error, 'failure', v_tried.failure);
  end if;
  return jsonb_build_object('output', v_tried.output);
end $$;
comment on function app.step_do is
  'Does a step that is pure SQL, as the present principal: {output} or {error, failure}';
