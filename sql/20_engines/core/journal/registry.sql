create or replace function app.registry_journal()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "journal": {"snapshot": "in", "erase": "values", "kind": "journal",
      "mask": {"actor": "json", "resource_id": "address", "before": "object", "after": "object", "ip": "null", "user_agent": "null"},
        "unmasked": ["type", "resource_type", "changed", "request_id"], "ids": "evt",
      "events": {"event": "read", "custom": "read", "sql": {"needs": "audit_logs:manage", "scope": "*"}}, "columns": {
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "resource_id": {"names": "any"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "before": {"names": "any"},
      "after": {"names": "any"},
      "request_id": {"names": "none", "why": "an id that a client may choose"}}},
    "journal_seals": {"snapshot": "installation", "ids": "evt", "columns": {
      "hash": {"names": "none", "why": "a digest of the journal"}}}}$registry$
$$;
comment on function app.registry_journal is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
