create or replace function app.general_ledger_before(
  p_ledger app.ledgers, p_account text, p_day date, p_sequence bigint, p_line_no integer, p_dimension jsonb, p_mark jsonb)
returns numeric
language plpgsql stable as $$
declare
  v_tenant text := p_ledger.tenant_id;
  v_balance numeric;
begin
  if p_dimension is not null then
    return (
      select coalesce(sum(l.base), 0) from app.ledger_lines l
      where l.tenant_id = v_tenant and l.account_id = p_account
        and (l.day, l.sequence, l.line_no) < (p_day, p_sequence, p_line_no) and l.dimensions @> p_dimension
        and (p_mark is null or l.sequence <= (p_mark->>app.fiscal_year(p_ledger.fiscal_year_start, l.day)::text)::bigint));
  end if;
  v_balance := app.ledger_balance(v_tenant, array[p_account], p_day - 1) + (
    select coalesce(sum(l.base), 0) from app.ledger_lines l
    where l.tenant_id = v_tenant and l.account_id = p_account and l.day = p_day
      and (l.sequence, l.line_no) < (p_sequence, p_line_no));
  if p_mark is null then return v_balance; end if;
  -- The totals of days have also what was posted since the mark.
  return v_balance - (
    select coalesce(sum(l.base), 0)
    from (
      select y.fiscal_year, coalesce((p_mark->>y.fiscal_year::text)::bigint, 0) as last from app.ledger_series y
      where y.tenant_id = v_tenant and y.series = 'journal_entry' offset 0) s
    join app.ledger_entries e on e.tenant_id = v_tenant and e.fiscal_year = s.fiscal_year and e.sequence > s.last
    join app.ledger_lines l on l.tenant_id = v_tenant and l.entry_id = e.id
    where l.account_id = p_account and l.day < p_day);
end $$;
comment on function app.general_ledger_before is
  'The balance of an account before one of its lines, in the base currency, debits positive: of all lines, or of those with one '
  'value of a dimension; as it was at a mark (app.ledger_mark) where one is given';
