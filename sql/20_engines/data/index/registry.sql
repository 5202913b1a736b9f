create or replace function app.registry_index()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "object_index": {"snapshot": "rebuilt", "columns": {
      "property_id": {"names": "property", "purge": "delete", "with_type": "app.index_drop_type(p_type)"},
      "object_id": {"names": "object", "type": null, "purge": "app.index_remove(p_type, p_objects)"}}}}$registry$
$$;
comment on function app.registry_index is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
