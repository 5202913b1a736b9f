create or replace function app.paged(
  p_results json, p_cursor text, p_total bigint, p_most bigint default null)
returns json
language sql stable as $$
  select case
    when p_total is null or p_most is null then json_build_object(
      'results', coalesce(p_results, '[]'), 'next_cursor', p_cursor, 'total', p_total)
    else json_build_object('results', coalesce(p_results, '[]'), 'next_cursor', p_cursor,
      'total', least(p_total, p_most),
      'total_relation', case when p_total > p_most then 'gte' else 'eq' end) end
$$;
comment on function app.paged is
  'Returns one page of a list, {results, next_cursor, total, total_relation}; total is null with '
  'count=none. p_most: it was counted up to one more than that, and total_relation says whether '
  'there are more';
