create or replace function app.ledger_account_has_lines(p_account app.ledger_accounts, p_with_drafts boolean)
returns boolean
language plpgsql stable as $$
begin
  if exists (
    select 1 from app.ledger_balances b
    where b.tenant_id = p_account.tenant_id and b.account_id = p_account.id) then
    return true;
  end if;
  return p_with_drafts and app.ledger_account_drafts(p_account) > 0;
end $$;
comment on function app.ledger_account_has_lines is 'Tells whether there are posted lines of an account, or also lines of drafts';
