create or replace function app.ledger_rate(p_ledger app.ledgers, p_currency text, p_day date, p_path text)
returns numeric
language plpgsql stable as $$
declare v_rate numeric := app.ledger_rate_of(p_ledger.tenant_id, p_currency, p_day);
begin
  if v_rate is null then
    perform app.fail(409, 'RATE_MISSING',
      format('There is no exchange rate of %s for %s or the six days before it. '
        'Set one with PUT /v1/accounting/rates.', p_currency, p_day),
      jsonb_build_object('currency', p_currency, 'date', p_day), p_path || 'currency');
  end if;
  return v_rate;
end $$;
comment on function app.ledger_rate is
  'The exchange rate of a day: the latest of the 7 days that end with it; 409 RATE_MISSING';
