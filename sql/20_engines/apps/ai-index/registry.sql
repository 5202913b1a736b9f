create or replace function app.registry_ai_index()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "ai_indexes": {"snapshot": "in", "unmasked": ["properties", "model", "collection", "error"], "schema": true, "columns": {
      "object_type_id": {"names": "object_type", "purge": "app.ai_index_remove(p_type.tenant_id, p_type.id)"},
      "provider_id": {"names": "ai_provider"},
      "cursor": {"names": "object", "purge": "keep"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "ai_index_changes": {"snapshot": "transient", "erase": "leaves", "ids": "evt", "columns": {
      "object_type_id": {"names": "object_type", "purge": "cascade"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "keep"}}}}$registry$
$$;
comment on function app.registry_ai_index is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
