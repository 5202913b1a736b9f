create or replace function app.nobody_text()
returns text
language sql immutable as $$
  select 'Nobody to act as: whoever it acts as, or somebody who wrote a part of it, is gone or may '
    'do nothing any more. Send that part again, so that it is yours.'
$$;
comment on function app.nobody_text is
  'Why something does not run that has nobody to act as (app.principal_of_event), and the way out';
