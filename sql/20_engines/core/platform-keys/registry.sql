create or replace function app.registry_platform_keys()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "platform_keys": {"snapshot": "installation", "ids": "pkey", "columns": {
      "secret_hash": {"secret": "hash"},
      "replaced_by": {"names": "none", "why": "another key of the operator"},
      "created_by": {"names": "none", "why": "a key of the operator"}}}}$registry$
$$;
comment on function app.registry_platform_keys is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
