create or replace function app.dispatch(p_tenant text, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_answer json;
  v_done text;
begin
  -- Two expressions: the privileges of one are checked whole, and no role has both.
  if p_tenant is null then return gateway.dispatch_platform(p_operation, args); end if;
  v_answer := gateway.dispatch(p_operation, p_tenant, args);
  if current_setting('app.invariants', true) <> '' then v_done := app.invariants_settle(p_tenant); end if;
  return v_answer;
end $$;
comment on function app.dispatch is
  'Runs api.<operation> of a tenant, or platform.<operation> without one, and holds what it has written to the rules of object types';
