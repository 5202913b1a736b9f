create or replace function app.series_start_check(p_ledger app.ledgers, p_series text, p_numbering jsonb)
returns void
language plpgsql stable as $$
declare
  v_start jsonb := p_numbering->p_series->'start';
  v_year integer := v_start->>'year';
begin
  if v_year is null then return; end if;
  perform from app.ledger_series s
  where s.tenant_id = p_ledger.tenant_id and s.series = p_series and s.fiscal_year = v_year;
  if found then
    perform app.fail(409, 'INVALID_STATE',
      format('The series has numbers in %s already, so its start stays as it is.', v_year), null,
      format('numbering.%s.start', p_series));
  end if;
end $$;
comment on function app.series_start_check is
  'Refuses to move the start of a series in a fiscal year that has numbers';
