create or replace function worker.function_fetch(p_tenant text, p_principal jsonb)
returns boolean
language plpgsql volatile as $$
begin
  perform worker.as_tenant(p_tenant, p_principal);
  perform app.budget_take(p_tenant, 'calls', 1);
  perform app.budget_settle(p_tenant);
  return true;
end $$;
comment on function worker.function_fetch is
  'Counts one call of ctx.fetch for the cause of a principal; 429 beyond the budget';
