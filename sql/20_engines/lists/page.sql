create or replace function app.page(
  p_objects app.objects[], p_limit integer, p_binding text, p_sort text, p_total bigint,
  p_most integer default null)
returns json
language plpgsql stable as $$
declare v_cursor text;
begin
  if cardinality(p_objects) > p_limit then
    v_cursor := app.cursor_encode(p_binding, app.sort_values(p_objects[p_limit], p_sort));
  end if;
  if p_most is not null then
    return json_build_object('results', coalesce(
      (select json_agg(app.object_json(o)) from unnest(p_objects[:p_limit]) o), '[]'),
      'next_cursor', v_cursor, 'total', least(p_total, p_most),
      'total_relation', case when p_total > p_most then 'gte' else 'eq' end);
  end if;
  return json_build_object(
    'results', coalesce(
      (select json_agg(app.object_json(o)) from unnest(p_objects[:p_limit]) o), '[]'),
    'next_cursor', v_cursor, 'total', p_total);
end $$;
comment on function app.page is
  'One page {results, next_cursor, total} out of up to p_limit + 1 objects in the '
  'order of p_sort. p_most: the total was counted, up to one more than that, and total_relation says so';
