create or replace function app.ledger_account_own_balance(p_ledger app.ledgers, p_account app.ledger_accounts)
returns numeric
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(case when p_account.currency is null then b.base_debit - b.base_credit
      else b.debit - b.credit end), 0) * app.side_sign(p_account.normal_side)
    from app.ledger_balances b
    where b.tenant_id = p_ledger.tenant_id and b.account_id = p_account.id);
end $$;
comment on function app.ledger_account_own_balance is
  'The balance of an account over all posted entries, in its currency, else in the base currency';
