create or replace function api.accounting_verify(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found record;
begin
  select p.* into v_found from app.ledger_problems(tenant) p;
  return json_build_object('ok', cardinality(v_found.problems) = 0, 'checked', json_build_object(
      'entries', v_found.entries, 'lines', v_found.lines,
      'accounts', (select count(*) from app.ledger_accounts a where a.tenant_id = tenant)),
    'problems', to_json(v_found.problems));
end $$;
comment on function api.accounting_verify is 'Verify the books from their lines';
