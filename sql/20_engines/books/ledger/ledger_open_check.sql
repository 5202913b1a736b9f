create or replace function app.ledger_open_check(p_ledger app.ledgers, p_day date, p_path text)
returns void
language plpgsql stable as $$
begin
  if p_day > p_ledger.closed_through is not true and p_ledger.closed_through is not null then
    perform app.fail(409, 'PERIOD_CLOSED', format('The books are closed up to %s. Give a later date, or reopen the period.', p_ledger.closed_through),
      jsonb_build_object('date', p_day, 'closed_through', p_ledger.closed_through, 'period_id', (
        select p.id from app.ledger_periods p
        where p.tenant_id = p_ledger.tenant_id and p.status = 'closed' and p.to_day >= p_day
        order by p.from_day limit 1)), p_path || 'date');
  end if;
end $$;
comment on function app.ledger_open_check is
  'Refuses with 409 PERIOD_CLOSED a day that is closed. The row of the books was read under its lock, so no close comes in between';
