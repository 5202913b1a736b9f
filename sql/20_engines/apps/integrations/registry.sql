create or replace function app.registry_integrations()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "integrations": {"snapshot": "in", "erase": "values", "kind": "integrations",
      "mask": {"error": "text"}, "unmasked": ["name", "provider", "config_json", "mapping", "match_on",
        "modified_from", "schedule", "cursor"], "schema": true, "ids": "int", "events": {"integration": {"needs": "integrations:manage", "error": "hidden"}}, "columns": {
      "config_json": {"names": "any"},
      "mapping": {"names": "any"},
      "id": {"address": "hook"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "secrets": {"secret": "sealed"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "integration_links": {"snapshot": "in", "erase": "lives", "mask": {"seen": "object"}, "columns": {
      "integration_id": {"names": "integration"},
      "object_id": {"names": "object", "type": null, "purge": "keep"}}},
    "integration_logs": {"snapshot": "in", "erase": "values", "mask": {"message": "text", "error": "json"}, "ids": "ilog", "columns": {
      "integration_id": {"names": "integration"},
      "sync_id": {"names": "sync"}}},
    "integration_messages": {"snapshot": "in", "erase": "values", "mask": "drop", "columns": {
      "id": {"names": "none", "why": "an id of the sender"},
      "integration_id": {"names": "integration"}}},
    "integration_syncs": {"snapshot": "in", "erase": "values", "mask": {"error": "text"}, "ids": "sync", "columns": {
      "integration_id": {"names": "integration"}}}}$registry$
$$;
comment on function app.registry_integrations is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
