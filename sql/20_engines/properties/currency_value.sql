create or replace function app.currency_value(p_value jsonb)
returns jsonb
language plpgsql immutable as $$
begin
  if jsonb_typeof(p_value) = 'number' then return p_value; end if;
  if jsonb_typeof(p_value) <> 'object' or p_value - 'amount' - 'currency' <> '{}' or not app.is_money(p_value)
    or p_value->>'currency' !~* '^[a-z]{3}$' then
    return null;
  end if;
  return jsonb_build_object('amount', p_value->>'amount', 'currency', upper(p_value->>'currency'));
end $$;
comment on function app.currency_value is
  'An amount of money: a number, or {amount: "12.30", currency: "EUR"} (the amount as a decimal text); or null';
