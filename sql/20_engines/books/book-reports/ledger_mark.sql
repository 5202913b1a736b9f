create or replace function app.ledger_mark(p_ledger app.ledgers)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(json_object_agg(s.fiscal_year, s.next - 1)::jsonb, '{}') || jsonb_build_object('version', p_ledger.version)
    from app.ledger_series s where s.tenant_id = p_ledger.tenant_id and s.series = 'journal_entry');
end $$;
comment on function app.ledger_mark is
  'A moment of the books: the last number of each fiscal year, and the version of settings and accounts. Since lines are only '
  'added, and numbers have no gaps, it tells which lines were there';
