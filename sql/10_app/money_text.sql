create or replace function app.money_text(p_amount numeric, p_currency text)
returns text
language sql immutable as $$
  select round(p_amount, app.currency_decimals(p_currency))::text
$$;
comment on function app.money_text is 'An amount as the API shows it: a text with the decimals of its currency';
