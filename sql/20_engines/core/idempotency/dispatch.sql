create or replace function app.dispatch(p_tenant text, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  -- Two expressions: the privileges of one are checked whole, and no role has both.
  if p_tenant is null then return gateway.dispatch_platform(p_operation, args); end if;
  return gateway.dispatch(p_operation, p_tenant, args);
end $$;
comment on function app.dispatch is
  'Runs api.<operation> of a tenant, or platform.<operation> where there is none';
