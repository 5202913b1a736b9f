create or replace function app.cursor_decode(p_binding text, p_cursor text)
returns jsonb
language plpgsql immutable as $$
declare v_cursor jsonb;
begin
  if p_cursor is null then return null; end if;
  begin
    v_cursor := convert_from(decode(
      rpad(translate(p_cursor, '-_', '+/'), (length(p_cursor) + 3) / 4 * 4, '='),
      'base64'), 'UTF8');
  exception when data_exception then
    v_cursor := null;
  end;
  if (v_cursor->>'h' = md5(p_binding || (v_cursor->'v')::text)) is not true then
    perform app.fail(400, 'INVALID_CURSOR',
      'This cursor does not belong to this list. Use next_cursor from a response to the same '
      'query, or start without a cursor.',
      null, 'cursor');
  end if;
  return v_cursor->'v';
end $$;
comment on function app.cursor_decode is
  'Returns the sort values in a cursor; 400 INVALID_CURSOR when it is broken or belongs to '
  'another query or tenant';
