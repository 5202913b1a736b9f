create or replace function app.scope_covers(p_held text[], p_wanted text)
returns boolean
language sql immutable as $$
  select p_wanted = any (p_held)
    or '*' = any (p_held)
    or (p_wanted = 'read' and p_held && array['write', 'schema'])
$$;
comment on function app.scope_covers is
  'Whether held scopes include a wanted one: * holds all, write and schema hold read';
