create or replace function app.is_money(p_value jsonb)
returns boolean
language sql immutable as $$
  select coalesce(
    p_value->>'amount' ~ '^-?[0-9]{1,30}(\.[0-9]{1,30})?$'
      and p_value->>'currency' ~ '^[A-Za-z]{3}$' and p_value - 'amount' - 'currency' = '{}', false)
$$;
comment on function app.is_money is
  'Whether a value is {amount, currency}, as app.property_value leaves it';
