create or replace function app.ledger_account_find(p_tenant text, p_id text)
returns app.ledger_accounts
language plpgsql stable as $$
declare
  v_account app.ledger_accounts;
  v_coded text;
begin
  select * into v_account from app.ledger_accounts a where a.tenant_id = p_tenant and a.id = p_id;
  if not found then
    select a.id into v_coded from app.ledger_accounts a where a.tenant_id = p_tenant and a.code = p_id;
    if found then
      perform app.fail(404, 'NOT_FOUND', format('A path takes the id of an account: %s is the code of %s.', p_id, v_coded),
        '{"resource": "ledger_account"}');
    end if;
    perform app.not_found('ledger_account', p_id);
  end if;
  return v_account;
end $$;
comment on function app.ledger_account_find is 'An account by id, or 404, which tells the id of one that has this code';
