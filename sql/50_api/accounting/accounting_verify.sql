create or replace function api.accounting_verify(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_problems json[] := app.ledger_problems(app.ledger_find(tenant));
begin
  return json_build_object('ok', cardinality(v_problems) = 0, 'checked', json_build_object(
      'entries', (select count(*) from app.ledger_entries e where e.tenant_id = tenant and e.status <> 'draft'),
      'lines', (select count(*) from app.ledger_lines l where l.tenant_id = tenant),
      'accounts', (select count(*) from app.ledger_accounts a where a.tenant_id = tenant)),
    'problems', to_json(v_problems));
end $$;
comment on function api.accounting_verify is 'Verify the books from their lines';
