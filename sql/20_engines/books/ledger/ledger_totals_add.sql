create or replace function app.ledger_totals_add(p_ledger app.ledgers, p_day date, p_lines jsonb, p_path text)
returns void
language plpgsql volatile as $$
declare v_account app.ledger_accounts;
  v_balance numeric;
begin
  insert into app.ledger_days as d (tenant_id, account_id, currency, day, debit, credit, base_debit, base_credit)
  select p_ledger.tenant_id, l.account_id, l.currency, p_day, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)),
    sum(greatest(l.base, 0)), sum(greatest(-l.base, 0))
  from jsonb_to_recordset(p_lines) l(account_id text, currency text, amount numeric, base numeric)
  group by l.account_id, l.currency
  on conflict (tenant_id, account_id, day, currency) do update set debit = d.debit + excluded.debit,
    credit = d.credit + excluded.credit, base_debit = d.base_debit + excluded.base_debit,
    base_credit = d.base_credit + excluded.base_credit;
  insert into app.ledger_balances as b (tenant_id, account_id, currency, debit, credit, base_debit, base_credit)
  select p_ledger.tenant_id, l.account_id, l.currency, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)),
    sum(greatest(l.base, 0)), sum(greatest(-l.base, 0))
  from jsonb_to_recordset(p_lines) l(account_id text, currency text, amount numeric, base numeric)
  group by l.account_id, l.currency
  on conflict (tenant_id, account_id, currency) do update set debit = b.debit + excluded.debit,
    credit = b.credit + excluded.credit, base_debit = b.base_debit + excluded.base_debit,
    base_credit = b.base_credit + excluded.base_credit;
  for v_account in
    select a.* from app.ledger_accounts a
    where a.tenant_id = p_ledger.tenant_id and a.min_balance is not null
      and a.id = any (array(select l->>'account_id' from jsonb_array_elements(p_lines) l))
  loop
    v_balance := app.ledger_account_own_balance(p_ledger, v_account);
    if v_balance < v_account.min_balance then perform app.min_balance_refuse(p_ledger, v_account, v_balance, p_path); end if;
  end loop;
end $$;
comment on function app.ledger_totals_add is
  'Adds posted lines to the totals of their accounts, under the lock of the books; 409 INVARIANT_VIOLATED below a min_balance';
