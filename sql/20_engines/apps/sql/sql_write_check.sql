create or replace function app.sql_write_check()
returns void
language plpgsql stable as $$
begin
  if not app.permission_covers(app.permissions_of(app.principal()), 'objects:write') then
    perform app.fail(403, 'INSUFFICIENT_SCOPE', 'The scope sql does not allow changes: use a key '
      'that also holds the scope write.', '{"required": "write"}');
  end if;
end $$;
comment on function app.sql_write_check is
  'Refuses a change in SQL by anyone who could not make it through the API: 403';
