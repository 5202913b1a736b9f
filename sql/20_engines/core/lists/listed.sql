create or replace function app.listed(p_rows json, p_total bigint)
returns json
language sql stable as $$
  select json_build_object('$headers', json_build_object('X-Total-Count', p_total),
    'data', coalesce(p_rows, '[]'))
$$;
comment on function app.listed is
  'The answer of a list that is bounded: its rows (null: none), and in X-Total-Count how many there are';
