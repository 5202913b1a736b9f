create or replace function app.registry_properties()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "properties": {"snapshot": "in", "kind": "properties",
      "unmasked": ["name", "default_value", "enum_values", "description", "index_error"], "schema": true, "ids": "prop",
      "events": {"property": "data"}, "plugin_part": "properties", "columns": {
      "object_type_id": {"names": "object_type", "purge": "cascade", "counts_as": "property", "nth": 1},
      "index_cursor": {"names": "object", "purge": "keep"}}}}$registry$
$$;
comment on function app.registry_properties is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
