create or replace function app.registry_erasures()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "erasures": {"snapshot": "installation", "columns": {
      "about_tenant": {"names": "none", "why": "a tenant that is gone"},
      "statement": {"names": "none", "why": "a text about a tenant that is gone"}}}}$registry$
$$;
comment on function app.registry_erasures is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
