create or replace function app.page(
  p_objects app.objects[], p_limit integer, p_binding text, p_last jsonb, p_total bigint)
returns json
language sql stable as $$
  select json_build_object(
    'results', coalesce(
      (select json_agg(app.object_json(o)) from unnest(p_objects[:p_limit]) o), '[]'),
    'next_cursor', case when cardinality(p_objects) > p_limit
      then app.cursor_encode(p_binding, p_last) end,
    'total', p_total)
$$;
comment on function app.page is
  'One page {results, next_cursor, total} out of up to p_limit + 1 objects; '
  'p_last holds the sort values of the last one shown';
