create or replace function app.comment_author()
returns text
language sql stable as $$
  select app.principal()->>'id'
$$;
comment on function app.comment_author is
  'Returns the author of a comment or a reaction: the id of a user, or of a key';
