create or replace function app.value_boolean(p_value jsonb)
returns boolean
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'boolean' then p_value::boolean end
$$;
comment on function app.value_boolean is 'A JSON boolean, else null';
