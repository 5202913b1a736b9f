create or replace function app.ledger_year_after(p_tenant text, p_year integer)
returns integer
language plpgsql stable as $$
begin
  return least((
      select min(s.fiscal_year) from app.ledger_series s
      where s.tenant_id = p_tenant and s.series = 'journal_entry' and s.fiscal_year > p_year), (
      select e.fiscal_year from app.ledger_entries e
      where e.tenant_id = p_tenant and e.fiscal_year > p_year and e.sequence is not null
      order by e.fiscal_year, e.sequence limit 1));
end $$;
comment on function app.ledger_year_after is 'The next fiscal year with numbers of journal entries; null after the last one';
