create or replace function app.acts_on_all(
  p_permission text, p_principal jsonb default app.principal())
returns boolean
language sql stable as $$
  select coalesce(bool_and(p ? 'type' and (p->>'type' not in ('user', 'plugin') or app.permission_covers(
    array(select jsonb_array_elements_text(p->'permissions')), p_permission))), false)
  from app.parties(p_principal) p
$$;
comment on function app.acts_on_all is
  'Tells whether the caller, or another principal, acts for the whole tenant: API keys, and users '
  'whose roles permit it. In a run, whether everyone who wrote a part of it does';
