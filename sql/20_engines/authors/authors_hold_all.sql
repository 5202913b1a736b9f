create or replace function app.authors_hold_all(p_tenant text, p_authors jsonb)
returns boolean
language sql stable as $$
  select not exists (
    select from jsonb_each(p_authors) a
    where a.value ? 'held' or not '*' = any (
      (app.author_permissions(p_tenant, a.value)).permissions))
$$;
comment on function app.authors_hold_all is
  'Whether all authors of some settings (name to author) hold everything';
