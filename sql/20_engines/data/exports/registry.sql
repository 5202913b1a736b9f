create or replace function app.registry_exports()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "exports": {"snapshot": "transient", "erase": "leaves", "ids": "exp", "events": {"export": {"needs": "data", "judged": "policies",
        "shown": ["not v_policies ? p_row.object_type_id",
          "or not app.policies_keep_out(v_policies, p_row.object_type_id, p_row.actor->>'id')"]}}, "columns": {
      "request": {"names": "any"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "storage_key": {"names": "blob"},
      "principal": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"exports": "app.export_json(row(r.*)::app.exports)"}}}},
    "export_chunks": {"snapshot": "transient", "erase": "leaves", "columns": {
      "export_id": {"names": "export"}}}}$registry$
$$;
comment on function app.registry_exports is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
