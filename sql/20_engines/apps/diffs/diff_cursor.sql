create or replace function app.diff_cursor(p_cursor text)
returns integer
language plpgsql immutable as $$
begin
  if p_cursor !~ '^[0-9]{1,9}$' then
    perform app.fail(400, 'INVALID_CURSOR', 'This cursor is not one that this list has answered.', null, 'cursor');
  end if;
  return p_cursor::integer;
end $$;
comment on function app.diff_cursor is 'The number of the change that a page of changes ended with; 400 INVALID_CURSOR';
