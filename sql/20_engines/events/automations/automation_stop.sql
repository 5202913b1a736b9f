create or replace function app.automation_stop(
  p_automation app.automations, p_run app.automation_runs, p_failure jsonb)
returns void
language plpgsql stable as $$
declare
  v_action jsonb := p_run.actions->(jsonb_array_length(p_run.steps) - 1);
  v_error text := p_run.steps->-1->>'error';
  v_details jsonb := p_failure->'details';
begin
  if v_details ? 'budget' then
    perform app.budget_fail(v_details->>'budget', (v_details->>'max')::integer,
      coalesce((p_failure->>'retry_after')::integer, 60), coalesce(v_error, p_run.error),
      jsonb_build_object('automation_id', p_automation.id) || (v_details - '{budget,max}'::text[]));
  elsif v_action->>'type' = 'reject' then
    p_failure := null;
  else
    v_error := format('The automation %s rejected this change. %s', p_automation.name, p_run.error);
  end if;
  perform app.fail(409, 'INVALID_STATE', v_error, jsonb_build_object(
    'automation_id', p_automation.id, 'step', v_action->'key', 'cause', p_failure));
end $$;
comment on function app.automation_stop is
  'Refuses the write whose automation of mode sync has failed: 409 with the cause, 429 where '
  'it is beyond a budget: {budget, max, automation_id}, that of the innermost';
