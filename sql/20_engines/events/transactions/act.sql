create or replace function app.act(p_tenant text, p_step jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.transaction_step(p_tenant, p_step, '{}');
end $$;
comment on function app.act is
  'Does one operation as the present principal, whose scopes or permissions are checked: p_step is '
  '{operation, scope, permission, impersonable, status, args, references}, made by src/operations/transaction.ts. '
  'Answers {id, status, data}; a refusal raises';
