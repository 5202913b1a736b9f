create or replace function app.registry_search()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "object_search": {"snapshot": "rebuilt", "columns": {
      "object_type_id": {"names": "object_type", "purge": "delete"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "delete"}}}}$registry$
$$;
comment on function app.registry_search is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
