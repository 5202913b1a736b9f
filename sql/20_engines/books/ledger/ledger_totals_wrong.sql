create or replace function app.ledger_totals_wrong(p_tenant text)
returns json[]
language plpgsql stable as $$
begin
  return array(
    select json_build_object('kind', 'total', 'account_id', coalesce(d.account_id, l.account_id),
      'currency', coalesce(d.currency, l.currency), 'date', coalesce(d.day, l.day))
    from (
      select n.account_id, n.currency, n.day, sum(greatest(n.amount, 0)) as debit, sum(greatest(-n.amount, 0)) as credit,
        sum(greatest(n.base, 0)) as base_debit, sum(greatest(-n.base, 0)) as base_credit
      from app.ledger_lines n where n.tenant_id = p_tenant group by n.account_id, n.currency, n.day) l
    full join (select * from app.ledger_days k where k.tenant_id = p_tenant) d
      on d.account_id = l.account_id and d.currency = l.currency and d.day = l.day
    where (d.debit, d.credit, d.base_debit, d.base_credit)
      is distinct from (l.debit, l.credit, l.base_debit, l.base_credit)
    order by coalesce(d.account_id, l.account_id), coalesce(d.day, l.day) limit 100)
  || array(
    select json_build_object('kind', 'total', 'account_id', coalesce(b.account_id, d.account_id),
      'currency', coalesce(b.currency, d.currency), 'date', null)
    from (
      select k.account_id, k.currency, sum(k.debit) as debit, sum(k.credit) as credit,
        sum(k.base_debit) as base_debit, sum(k.base_credit) as base_credit
      from app.ledger_days k where k.tenant_id = p_tenant group by k.account_id, k.currency) d
    full join (select * from app.ledger_balances c where c.tenant_id = p_tenant) b
      on b.account_id = d.account_id and b.currency = d.currency
    where (b.debit, b.credit, b.base_debit, b.base_credit)
      is distinct from (d.debit, d.credit, d.base_debit, d.base_credit) limit 100);
end $$;
comment on function app.ledger_totals_wrong is
  'The stored totals that differ from the sums of their lines: those of a day, and, with the date null, those of all days';
