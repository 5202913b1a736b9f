create or replace function app.ledger_account_find(p_tenant text, p_id text)
returns app.ledger_accounts
language plpgsql stable as $$
declare v_account app.ledger_accounts;
begin
  select * into v_account from app.ledger_accounts a where a.tenant_id = p_tenant and a.id = p_id;
  if not found then perform app.not_found('ledger_account', p_id); end if;
  return v_account;
end $$;
comment on function app.ledger_account_find is 'An account by id, or 404';
