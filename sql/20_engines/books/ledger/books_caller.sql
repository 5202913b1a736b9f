create or replace function app.books_caller()
returns text
language sql stable as $$
  select app.principal()->>'id'
$$;
comment on function app.books_caller is 'The caller as books name them: the id of a user, or of a key, which is a person of its own';
