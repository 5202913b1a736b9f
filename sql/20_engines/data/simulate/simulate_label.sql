create or replace function app.simulate_label(p_name text, p_operator text, p_value jsonb)
returns text
language sql immutable as $$
  select concat_ws(' ', p_name, p_operator, left(
    case jsonb_typeof(p_value) when 'string' then p_value #>> '{}' else p_value::text end, 100))
$$;
comment on function app.simulate_label is 'A condition in words: owner_id eq $auth.user_id';
