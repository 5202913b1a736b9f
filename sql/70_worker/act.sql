create or replace function worker.act(p_tenant text, p_principal jsonb, p_step jsonb)
returns json
language plpgsql volatile as $$
declare
  v_answer json;
  v_done text;
begin
  perform worker.as_tenant(p_tenant, p_principal);
  v_answer := app.act(p_tenant, p_step);
  v_done := app.invariants_settle(p_tenant);
  perform app.budget_settle(p_tenant);
  return v_answer;
end $$;
comment on function worker.act is
  'Does one operation as a principal, as app.act says: {id, status, data}';
