create or replace function app.revaluations(p_ledger app.ledgers, p_at date)
returns table (id text, code text, sign integer, currency text, balance numeric, base_balance numeric, rate numeric, revalued numeric)
language plpgsql stable as $$
begin
  return query
  select b.account_id, b.code, app.side_sign(b.normal_side), b.currency, b.balance, b.base_balance, r.rate,
    case when b.balance = 0 then 0 else round(b.balance * r.rate, app.currency_decimals(p_ledger.base_currency)) end
  from (
    select d.account_id, a.code, a.normal_side, d.currency, sum(d.debit - d.credit) as balance,
      sum(d.base_debit - d.base_credit) as base_balance
    from app.ledger_days d join app.ledger_accounts a on a.tenant_id = p_ledger.tenant_id and a.id = d.account_id
    where d.tenant_id = p_ledger.tenant_id and d.day <= p_at and d.currency <> p_ledger.base_currency
      and a.type in ('asset', 'liability')
    group by d.account_id, a.code, a.normal_side, d.currency
    having sum(d.debit - d.credit) <> 0 or sum(d.base_debit - d.base_credit) <> 0) b
  left join lateral (select app.ledger_rate_of(p_ledger.tenant_id, b.currency, p_at) as rate) r on true;
end $$;
comment on function app.revaluations is
  'Assets and liabilities in foreign currencies at the end of a day, debits positive, and their worth at the rate of that day, '
  'null without one, except that nothing is worth nothing at any rate. Nothing else is revalued: income and capital keep the rate that they were posted with';
