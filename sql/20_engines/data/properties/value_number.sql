create or replace function app.value_number(p_value jsonb)
returns numeric
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'number' then p_value::numeric end
$$;
comment on function app.value_number is 'A JSON number, else null';
