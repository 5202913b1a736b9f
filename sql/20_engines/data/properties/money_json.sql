create or replace function app.money_json(p_amount numeric, p_currency text)
returns jsonb
language sql immutable as $$
  select case
    when p_amount is null then null
    when p_currency = '' then to_jsonb(trim_scale(p_amount))
    else jsonb_build_object('amount', trim_scale(p_amount)::text, 'currency', p_currency)
  end
$$;
comment on function app.money_json is
  'An amount of money as currency properties hold it: {amount, currency}, without a currency a '
  'number; the amount as short as possible, since 5.00 and 5 are one amount';
