create or replace function gateway.call(tenant text, credential jsonb, operation text, args jsonb)
returns json
language plpgsql as $$
declare v_answer json;
begin
  -- All three end with the statement's own transaction.
  perform set_config('app.principal', auth.authenticate(tenant, credential)::text, true),
    set_config('app.tenant_id', tenant, true),
    set_config('role', 'insula_tenant', true);
  if credential ? 'safely' then
    return app.run_safely(tenant, credential->'safely', operation, args);
  end if;
  v_answer := gateway.dispatch(operation, tenant, args);
  return case when pg_current_xact_id_if_assigned() is null then v_answer
    else app.tx_answer(v_answer) end;
end $$;
comment on function gateway.call is
  'The way of every tenant request: authenticate, become insula_tenant under row-level security, '
  'run api.<operation>; what has written says in which transaction';
