create or replace function app.ledger_rate_of(p_tenant text, p_currency text, p_day date)
returns numeric
language plpgsql stable as $$
begin
  return (
    select r.rate from app.ledger_rates r
    where r.tenant_id = p_tenant and r.currency = p_currency and r.day between p_day - 6 and p_day
    order by r.day desc limit 1);
end $$;
comment on function app.ledger_rate_of is 'The exchange rate of a day: the latest of the 7 days that end with it, or null';
