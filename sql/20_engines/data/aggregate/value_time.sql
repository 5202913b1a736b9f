create or replace function app.value_time(p_value jsonb)
returns time
language sql stable as $$
  select case when p_value #>> '{}' ~ '^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$'
    then (p_value #>> '{}')::time end
$$;
comment on function app.value_time is 'A time of day as time properties keep it, else null';
