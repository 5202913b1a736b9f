create or replace function app.ledger_today(p_ledger app.ledgers)
returns date
language plpgsql stable as $$
begin
  return (clock_timestamp() at time zone (app.ledger_settings(p_ledger)->>'timezone'))::date;
end $$;
comment on function app.ledger_today is 'The day that it is where the books are kept';
