create or replace function app.budget_result(p_tenant text, p_what text)
returns jsonb
language sql stable as $$
  select jsonb_build_object('error', app.budget_problem(p_tenant, p_what), 'failure',
    jsonb_build_object('code', 'RATE_LIMITED', 'details', jsonb_build_object(
      'budget', p_what, 'max', app.budget_max(p_tenant, p_what))))
$$;
comment on function app.budget_result is
  'Returns the result of a step that would exceed the budget of its root, as app.step_end takes it';
