create or replace function app.listed(
  p_rows json, p_total bigint, p_most bigint default null)
returns json
language sql stable as $$
  select json_build_object('$headers',
    case when p_total > p_most
      then json_build_object('X-Total-Count', p_most, 'X-Total-Relation', 'gte')
      else json_build_object('X-Total-Count', p_total) end,
    'data', coalesce(p_rows, '[]'))
$$;
comment on function app.listed is
  'The answer of a bare list: its rows (null: none), and in X-Total-Count how many there are. p_most: '
  'they were counted up to one more than that, and X-Total-Relation says where there are more';
