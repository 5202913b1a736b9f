create or replace function app.page(
  p_objects app.objects[], p_limit integer, p_binding text, p_sort text, p_total bigint,
  p_is_counted boolean default false)
returns json
language plpgsql stable as $$
declare v_cursor text;
begin
  if cardinality(p_objects) > p_limit then
    v_cursor := app.cursor_encode(p_binding, app.sort_values(p_objects[p_limit], p_sort));
  end if;
  return json_build_object(
    'results', coalesce(
      (select json_agg(app.object_json(o)) from unnest(p_objects[:p_limit]) o), '[]'),
    'next_cursor', v_cursor,
    'total', case when p_is_counted then least(p_total, 10000) else p_total end,
    'total_relation', case when p_is_counted and p_total > 10000 then 'gte' else 'eq' end);
end $$;
comment on function app.page is
  'One page {results, next_cursor, total, total_relation} out of up to p_limit + 1 objects in the '
  'order of p_sort; a total that had to be counted was so up to 10,001';
