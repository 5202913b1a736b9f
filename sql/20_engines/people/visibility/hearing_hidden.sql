create or replace function app.hearing_hidden(p_principal jsonb default app.principal())
returns text[]
language sql stable as $$
  -- A listener hears about all records of a kind, private files included.
  select app.events_hidden(p_principal)
    || case when app.files_managed(p_principal) then '{}' else '{file}'::text[] end
$$;
comment on function app.hearing_hidden is
  'Resource types of which a webhook, automation or function that the caller, or another '
  'principal, sets up does not hear: what they may not see themselves, or not all of';
