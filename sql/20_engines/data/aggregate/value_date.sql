create or replace function app.value_date(p_value jsonb)
returns date
language sql stable as $$
  -- The pattern keeps out what PostgreSQL reads besides, such as "today".
  select case when p_value #>> '{}' like '____-__-__'
    and pg_input_is_valid(p_value #>> '{}', 'date') then (p_value #>> '{}')::date end
$$;
comment on function app.value_date is 'A date as date properties keep it, else null';
