create or replace function app.ledger_account_named(p_tenant text, p_reference text, p_param text)
returns app.ledger_accounts
language plpgsql stable as $$
declare v_account app.ledger_accounts;
begin
  -- Codes are shorter than ids, so none is the id of another account.
  if length(p_reference) > 20 then
    select * into v_account from app.ledger_accounts a where a.tenant_id = p_tenant and a.id = p_reference;
  else
    select * into v_account from app.ledger_accounts a where a.tenant_id = p_tenant and a.code = p_reference;
  end if;
  if not found then perform app.ledger_account_missing(p_reference, p_param); end if;
  return v_account;
end $$;
comment on function app.ledger_account_named is 'An account that a body names in p_param, by id or code, or 404';
