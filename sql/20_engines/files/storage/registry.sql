create or replace function app.registry_storage()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "blobs": {"snapshot": "rebuilt", "columns": {
      "storage_key": {"names": "blob"}}},
    "file_variants": {"snapshot": "rebuilt", "columns": {
      "storage_key": {"names": "blob"},
      "variant_key": {"names": "none", "why": "where its bytes are"}}},
    "storage_usage": {"snapshot": "rebuilt"}}$registry$
$$;
comment on function app.registry_storage is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
