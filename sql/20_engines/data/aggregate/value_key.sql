create or replace function app.value_key(p_value jsonb)
returns jsonb
language sql immutable as $$
  select case jsonb_typeof(p_value)
    when 'null' then null
    when 'object' then case when app.is_money(p_value) then app.money_json(
        (p_value->>'amount')::numeric, upper(p_value->>'currency')) else p_value end
    else p_value
  end
$$;
comment on function app.value_key is
  'A currency property''s value such that equal amounts are equal JSON; null when it is missing';
