create or replace function app.page(
  p_rows json[], p_limit integer, p_binding text, p_sort text, p_total bigint,
  p_most integer default null)
returns json
language plpgsql stable as $$
declare
  v_last jsonb;
  v_cursor text;
begin
  if cardinality(p_rows) > p_limit then
    -- A variable: a call as an argument would keep app.cursor_encode from being inlined.
    v_last := app.sort_values(p_rows[p_limit], p_sort);
    v_cursor := app.cursor_encode(p_binding, v_last);
    p_rows := p_rows[:p_limit];
  end if;
  return app.paged(array_to_json(p_rows), v_cursor, p_total, p_most);
end $$;
comment on function app.page is
  'One page (app.paged) out of up to p_limit + 1 objects (app.object_json) in the order of p_sort';
