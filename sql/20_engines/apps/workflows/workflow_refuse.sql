create or replace function app.workflow_refuse(p_run app.workflow_runs, p_failure jsonb)
returns void
language plpgsql stable as $$
declare
  v_action jsonb := p_run.actions->(jsonb_array_length(p_run.steps) - 1);
  v_details jsonb := p_failure->'details';
begin
  if v_details ? 'budget' then
    perform app.budget_fail(v_details->>'budget', (v_details->>'max')::integer,
      coalesce((p_failure->>'retry_after')::integer, 60), p_run.error);
  end if;
  perform app.fail(409, 'INVALID_STATE', case when v_action->>'type' = 'reject'
      then p_run.steps->-1->>'error'
      else format('An action of the workflow rejected this change. %s', p_run.error) end,
    jsonb_build_object('workflow_id', p_run.workflow_id, 'step', v_action->'key',
      'cause', case when v_action->>'type' <> 'reject' then p_failure end));
end $$;
comment on function app.workflow_refuse is
  'Refuses a transition one of whose actions has failed: 409 with the cause, 429 where it is beyond a budget';
