create or replace function app.cursor_next(p_binding text, p_has_more boolean, p_id text)
returns text
language sql stable as $$
  select case when p_has_more then app.cursor_encode(p_binding, jsonb_build_array(p_id)) end
$$;
comment on function app.cursor_next is
  'The next_cursor of a page of a list by id that ends with p_id; null with the last page';
