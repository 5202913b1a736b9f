create or replace function app.files_managed(p_principal jsonb default app.principal())
returns boolean
language sql stable as $$
  select coalesce(bool_and(p ? 'type' and (p->>'type' <> 'user' or app.permission_covers(
    array(select jsonb_array_elements_text(p->'permissions')), 'files:manage'))), false)
  from app.parties(p_principal) p
$$;
comment on function app.files_managed is
  'Whether the caller acts on all files: API keys, and users whose roles permit files:manage; '
  'other users act on what they have uploaded themselves. In a run, whether everyone who wrote a '
  'part of it does';
