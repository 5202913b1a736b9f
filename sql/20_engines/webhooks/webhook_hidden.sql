create or replace function app.webhook_hidden()
returns text[]
language sql stable as $$
  -- A webhook is told of all records of a kind: of private files, too.
  select app.events_hidden() || case when app.files_managed() then '{}' else '{file}'::text[] end
$$;
comment on function app.webhook_hidden is
  'Resource types that a webhook which the caller sets up does not hear of: what he may not see '
  'himself, or not all of';
