create or replace function app.files_managed()
returns boolean
language sql stable as $$
  select p->>'type' <> 'user' or app.permission_covers(
    array(select jsonb_array_elements_text(p->'permissions')), 'files:manage')
  from app.principal() p
$$;
comment on function app.files_managed is
  'Whether the caller acts on all files: API keys, and users whose roles permit files:manage; '
  'other users act on what they have uploaded themselves';
