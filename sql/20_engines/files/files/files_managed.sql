create or replace function app.files_managed(p_principal jsonb default app.principal())
returns boolean
language sql stable as $$
  select app.acts_on_all('files:manage', p_principal)
$$;
comment on function app.files_managed is
  'Whether the caller acts on all files: API keys, and users whose roles permit files:manage; '
  'other users act on what they have uploaded themselves';
