create or replace function app.entry_rate(p_ledger app.ledgers, p_entry app.ledger_entries, p_currency text, p_path text)
returns numeric
language plpgsql stable as $$
begin
  if p_currency = p_ledger.base_currency then return 1; end if;
  if p_currency = p_entry.currency and p_entry.exchange_rate is not null then return p_entry.exchange_rate; end if;
  return app.ledger_rate(p_ledger, p_currency, p_entry.day, p_path);
end $$;
comment on function app.entry_rate is 'The rate by which lines of an entry in a currency become amounts in the base currency';
