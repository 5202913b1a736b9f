create or replace function app.registry_installation()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "feature_flags": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_installation is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
