create or replace function app.ledger_problems(p_ledger app.ledgers)
returns json[]
language plpgsql stable as $$
declare v_tenant text := p_ledger.tenant_id;
begin
  return array(
    select json_build_object('kind', 'unbalanced', 'entry_id', e.id) from app.ledger_entries e
    left join lateral (
      select sum(l.base) as base, sum(l.amount) as amount, count(distinct l.currency) as currencies
      from app.ledger_lines l where l.tenant_id = v_tenant and l.entry_id = e.id offset 0) l on true
    where e.tenant_id = v_tenant and e.status <> 'draft'
      and (l.base is distinct from 0 or l.currencies = 1 and l.amount <> 0) order by e.id limit 100)
  || array(
    select json_build_object('kind', 'gap', 'fiscal_year', s.fiscal_year, 'missing', s.next - s.low - s.entries)
    from (
      select s.fiscal_year, s.next, coalesce(min(e.sequence), s.next) as low, count(e.sequence) as entries,
        coalesce(max(e.sequence), s.next - 1) as high
      from app.ledger_series s left join app.ledger_entries e on e.tenant_id = v_tenant and e.fiscal_year = s.fiscal_year
      where s.tenant_id = v_tenant and s.series = 'journal_entry' group by s.fiscal_year, s.next) s
    where s.next - s.low <> s.entries or s.high <> s.next - 1 or s.low > (case
      when (p_ledger.settings #>> '{numbering,journal_entry,start,year}')::integer = s.fiscal_year
      then (p_ledger.settings #>> '{numbering,journal_entry,start,next}')::bigint else 1 end)
    order by s.fiscal_year limit 100)
  || app.ledger_totals_wrong(v_tenant);
end $$;
comment on function app.ledger_problems is
  'The faults of the books: entries that are unbalanced, gaps in the numbers, totals that differ from their lines';
