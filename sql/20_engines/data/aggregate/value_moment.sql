create or replace function app.value_moment(p_value jsonb)
returns timestamptz
language sql stable as $$
  -- The pattern keeps out what PostgreSQL reads besides, such as "now".
  select case when p_value #>> '{}' like '____-__-__T__:__:__%+00:00'
    and pg_input_is_valid(p_value #>> '{}', 'timestamptz') then (p_value #>> '{}')::timestamptz end
$$;
comment on function app.value_moment is 'A moment as datetime properties keep it, else null';
