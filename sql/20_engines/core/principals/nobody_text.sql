create or replace function app.nobody_text()
returns text
language sql immutable as $$
  select 'No one to act as: the user or key that it acts as, or an author of one of its parts, no '
    'longer exists or no longer has any rights. Send that part again to become its author.'
$$;
comment on function app.nobody_text is
  'Returns why something with no one to act as (app.principal_of_event) does not run, and the way '
  'out';
