create or replace function app.value_amount(p_value jsonb)
returns numeric
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'number' then p_value::numeric
    when 'object' then case when app.is_money(p_value) then (p_value->>'amount')::numeric end
  end
$$;
comment on function app.value_amount is
  'The amount of a currency property''s value, a number or {amount, currency}; else null';
