create or replace function app.ledger_balance(p_tenant text, p_accounts text[], p_to date)
returns numeric
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(t.base_debit - t.base_credit), 0)
    from app.ledger_totals(p_tenant, p_accounts, '-infinity', p_to) t);
end $$;
comment on function app.ledger_balance is
  'The balance of accounts up to and with a day in the base currency, debits positive';
