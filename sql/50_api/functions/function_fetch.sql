create or replace function api.function_fetch(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_caller jsonb := app.principal();
  v_done text;
begin
  v_done := app.act_as(
    app.function_principal(tenant, args->>'function_id', args->>'run_id'));
  perform app.budget_take(tenant, 'calls', 1);
  v_done := app.act_back(v_caller);
  return '{}';
end $$;
comment on function api.function_fetch is
  'For function.execute: counts one call of ctx.fetch for its cause; 429 beyond the budget';
