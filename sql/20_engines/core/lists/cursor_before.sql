create or replace function app.cursor_before(p_binding text, p_cursor text)
returns text
language sql immutable as $$
  select coalesce(app.cursor_decode(p_binding, p_cursor)->>0, '~')
$$;
comment on function app.cursor_before is
  'The id below which a page of a list by id, newest first, begins; above all ids without a cursor. '
  '400 INVALID_CURSOR';
