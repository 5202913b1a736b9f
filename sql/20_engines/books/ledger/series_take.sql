create or replace function app.series_take(p_ledger app.ledgers, p_series text, p_year integer)
returns bigint
language plpgsql volatile as $$
declare
  v_start jsonb := p_ledger.settings->'numbering'->p_series->'start';
  v_first bigint := case when (v_start->>'year')::integer = p_year then (v_start->>'next')::bigint else 1 end;
  v_next bigint;
begin
  insert into app.ledger_series as s (tenant_id, series, fiscal_year, next, first)
  values (p_ledger.tenant_id, p_series, p_year, v_first + 1, v_first)
  on conflict (tenant_id, series, fiscal_year) do update set next = s.next + 1
  returning next - 1 into v_next;
  return v_next;
end $$;
comment on function app.series_take is
  'The next number of a series in a fiscal year, under the lock of the books: it comes back when the transaction, or its step, does';
