create or replace function app.ledger_totals(p_tenant text, p_accounts text[], p_from date, p_to date)
returns table (account_id text, currency text, debit numeric, credit numeric, base_debit numeric, base_credit numeric)
language plpgsql stable as $$
begin
  if p_from = '-infinity' and p_to = 'infinity' then
    return query select b.account_id, b.currency, b.debit, b.credit, b.base_debit, b.base_credit
    from app.ledger_balances b
    where b.tenant_id = p_tenant and b.account_id = any (p_accounts);
  else
    return query select d.account_id, d.currency, sum(d.debit), sum(d.credit), sum(d.base_debit), sum(d.base_credit)
    from app.ledger_days d
    where d.tenant_id = p_tenant and d.account_id = any (p_accounts) and d.day between p_from and p_to
    group by d.account_id, d.currency;
  end if;
end $$;
comment on function app.ledger_totals is 'The debits and credits of accounts in a range of days, by account and currency';
