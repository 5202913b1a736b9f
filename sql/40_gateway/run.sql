create or replace function gateway.run(
  tenant text, principal jsonb, credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
declare
  v_answer json;
  -- One expression each: a statement would begin an executor. Their settings end with the transaction.
  v_set text := set_config('app.tenant_id', tenant, true)
    || set_config('role', 'insula_tenant', true);
begin
  v_set := app.act_as(principal);  -- as the tenant: insula_api may call no engine
  if credential ? 'change' then
    v_answer := app.run_change(tenant, credential->'change', operation, args);
  else
    v_answer := gateway.dispatch(operation, tenant, args);
  end if;
  -- Written by an operation that is no change by its route: ctx.api of a function.
  if current_setting('app.invariants', true) <> '' then v_set := app.invariants_settle(tenant); end if;
  if current_setting('app.budget', true) <> '' then perform app.budget_settle(tenant); end if;
  v_set := current_setting('app.plan_usage', true);
  if v_set <> '' then
    v_answer := app.answer(json_build_object('X-Plan-Usage', v_set), v_answer);
  end if;
  return v_answer;
end $$;
comment on function gateway.run is
  'Becomes insula_tenant under row-level security, as the principal that auth.admit returned, and runs api.<operation>; with '
  '"change" in the credential as app.run_change says';
