create or replace function app.value_text(p_value jsonb)
returns text
language sql immutable as $$
  select case when jsonb_typeof(p_value) = 'string' then p_value #>> '{}' end
$$;
comment on function app.value_text is 'A JSON text, else null';
