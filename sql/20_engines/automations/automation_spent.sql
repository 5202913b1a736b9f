create or replace function app.automation_spent(
  p_automation app.automations, p_failure jsonb, p_error text)
returns void
language plpgsql immutable as $$
declare v_details jsonb := p_failure->'details';
begin
  perform app.budget_fail(v_details->>'budget', (v_details->>'max')::integer,
    coalesce((p_failure->>'retry_after')::integer, 60), p_error,
    jsonb_build_object('automation_id', p_automation.id) || (v_details - '{budget,max}'::text[]));
end $$;
comment on function app.automation_spent is
  '429 for the writer whose automation of mode sync would be beyond a budget: {budget, max, '
  'automation_id}, that of the innermost';
