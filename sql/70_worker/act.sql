create or replace function jobs.act(p_tenant text, p_principal jsonb, p_step jsonb)
returns json
language plpgsql volatile as $$
declare v_answer json;
begin
  perform jobs.as_tenant(p_tenant, p_principal);
  v_answer := app.act(p_tenant, p_step);
  perform app.budget_settle(p_tenant);
  return v_answer;
end $$;
comment on function jobs.act is
  'Does one operation as a principal, as app.act says: {id, status, data}';
