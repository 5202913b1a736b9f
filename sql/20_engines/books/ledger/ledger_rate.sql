create or replace function app.ledger_rate(p_ledger app.ledgers, p_currency text, p_day date, p_path text)
returns numeric
language plpgsql stable as $$
declare v_rate numeric;
begin
  select r.rate into v_rate from app.ledger_rates r
  where r.tenant_id = p_ledger.tenant_id and r.currency = p_currency and r.day between p_day - 6 and p_day
  order by r.day desc limit 1;
  if not found then
    perform app.fail(409, 'RATE_MISSING',
      format('There is no exchange rate of %s for %s or the six days before it. '
        'Set one with PUT /v1/accounting/rates.', p_currency, p_day),
      jsonb_build_object('currency', p_currency, 'date', p_day), p_path || 'currency');
  end if;
  return v_rate;
end $$;
comment on function app.ledger_rate is
  'The exchange rate of a day: the latest of the 7 days that end with it; 409 RATE_MISSING';
