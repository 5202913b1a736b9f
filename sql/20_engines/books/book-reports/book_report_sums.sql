create or replace function app.book_report_sums(p_tenant text, p_accounts text[], p_days date[], p_dimension jsonb)
returns table (account_id text, is_moved boolean, opening numeric, debit numeric, credit numeric, before_opening numeric,
  before_debit numeric, before_credit numeric)
language plpgsql stable as $$
declare
  v_from date := p_days[1];
  v_to date := p_days[2];
  v_before_from date := p_days[3];
  v_before_to date := p_days[4];
  v_first date := least(v_from, v_before_from);
begin
  return query
  select m.account_id,
    bool_or(m.day >= v_from or m.day between v_before_from and v_before_to is true),
    coalesce(sum(m.debit - m.credit) filter (where m.day < v_from), 0),
    coalesce(sum(m.debit) filter (where m.day >= v_from), 0),
    coalesce(sum(m.credit) filter (where m.day >= v_from), 0),
    coalesce(sum(m.debit - m.credit) filter (where m.day < v_before_from), 0),
    coalesce(sum(m.debit) filter (where m.day between v_before_from and v_before_to), 0),
    coalesce(sum(m.credit) filter (where m.day between v_before_from and v_before_to), 0)
  from (
    select d.account_id, d.day, d.base_debit as debit, d.base_credit as credit from app.ledger_days d
    where p_dimension is null and d.tenant_id = p_tenant and d.day <= v_to
      and (p_accounts is null or d.account_id = any (p_accounts))
    union all
    -- Totals of days know no dimensions, and lines are many: only those of the ranges.
    select l.account_id, l.day, greatest(l.base, 0), greatest(-l.base, 0) from app.ledger_lines l
    where p_dimension is not null and l.tenant_id = p_tenant and l.account_id = any (p_accounts)
      and l.day between v_first and v_to and l.dimensions @> p_dimension) m
  group by m.account_id;
end $$;
comment on function app.book_report_sums is
  'The sums posted to accounts (null: to all) before and in the two ranges of app.book_report_days, in the base currency: openings '
  'positive for debits. With a value of a dimension only of lines that have it, and without openings';
