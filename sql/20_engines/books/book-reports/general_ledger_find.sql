create or replace function app.general_ledger_find(
  p_ledger app.ledgers, p_accounts text[], p_days date[], p_dimension jsonb, p_mark jsonb, p_place jsonb, p_limit integer)
returns app.ledger_lines[]
language plpgsql stable set enable_sort = off as $$
declare
  v_tenant text := p_ledger.tenant_id;
  v_account text;
  v_from date := p_days[1];
  v_to date := p_days[2];
  v_day date := coalesce((p_place->>1)::date, '-infinity');
  v_sequence bigint := coalesce((p_place->>2)::bigint, 0);
  v_line_no integer := coalesce((p_place->>3)::integer, 0);
  v_lines app.ledger_lines[] := '{}';
begin
  -- One account after the other, each in the order of the index: all of them together would be sorted for every page.
  foreach v_account in array p_accounts[coalesce(array_position(p_accounts, p_place->>0), 1):] loop
    v_lines := v_lines || array(
      select row(l.*)::app.ledger_lines from app.ledger_lines l
      where l.tenant_id = v_tenant and l.account_id = v_account and l.day between v_from and v_to
        and (l.day, l.sequence, l.line_no) > (v_day, v_sequence, v_line_no)
        and (p_dimension is null or l.dimensions @> p_dimension)
        and (p_mark is null or l.sequence <= (p_mark->>app.fiscal_year(p_ledger.fiscal_year_start, l.day)::text)::bigint)
      order by l.day, l.sequence, l.line_no limit p_limit - cardinality(v_lines));
    exit when cardinality(v_lines) >= p_limit;
    v_day := '-infinity';
  end loop;
  return v_lines;
end $$;
comment on function app.general_ledger_find is
  'Up to p_limit posted lines of accounts, one after the other, each by day, sequence and line, after a place [account, day, '
  'sequence, line]. p_mark: only lines that were there when it was set, see app.ledger_mark';
