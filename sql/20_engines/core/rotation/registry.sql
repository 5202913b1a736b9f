create or replace function app.registry_rotation()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "encryption_keys": {"snapshot": "installation", "columns": {}},
    "key_holders": {"snapshot": "installation", "columns": {
      "process_id": {"names": "none", "why": "a process of Insula, by an id of its own"}}},
    "migrations": {"snapshot": "installation", "ids": "mig", "columns": {
      "about_tenant": {"names": "none", "why": "a tenant, by whose end the record of the operator stays"},
      "created_by": {"names": "none", "why": "one of the people of the operator"}}}}$registry$
$$;
comment on function app.registry_rotation is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
