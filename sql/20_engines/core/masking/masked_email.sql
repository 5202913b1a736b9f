create or replace function app.masked_email(p_name text)
returns text
language sql immutable as $$
  select 'user-' || p_name || '@masked.invalid'
$$;
comment on function app.masked_email is 'The stand-in of an address: of a user by number, of another record by the end of its id';
