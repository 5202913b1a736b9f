create or replace function app.permission_beyond(p_held text[], p_permissions text[])
returns text
language sql immutable as $$
  select p from unnest(p_permissions) p where not app.permission_holds(p_held, p) limit 1
$$;
comment on function app.permission_beyond is
  'A permission that held permissions do not include; null when they include them all';
