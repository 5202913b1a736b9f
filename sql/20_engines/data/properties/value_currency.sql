create or replace function app.value_currency(p_value jsonb)
returns text
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'number' then ''
    when 'object' then case when app.is_money(p_value) then upper(p_value->>'currency') end
  end
$$;
comment on function app.value_currency is
  'The currency of a currency property''s value, empty for a number without one; else null';
