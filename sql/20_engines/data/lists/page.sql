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
  return app.paged((select json_agg(app.object_json(o)) from unnest(p_objects[:p_limit]) o),
    v_cursor, p_total, p_most);
end $$;
comment on function app.page is
  'One page (app.paged) out of up to p_limit + 1 objects in the order of p_sort';
