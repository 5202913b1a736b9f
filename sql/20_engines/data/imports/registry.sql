create or replace function app.registry_imports()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "imports": {"snapshot": "in", "erase": "values", "mask": {"errors": "list"}, "unmasked": ["format"], "ids": "imp", "events": {"import": {"needs": "data", "judged": "policies",
        "shown": ["not v_policies ? p_row.object_type_id",
          "or not app.policies_keep_out(v_policies, p_row.object_type_id, p_row.actor->>'id')"]}}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "tx_id": {"names": "none", "why": "a transaction"},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"imports": "app.import_json(row(r.*)::app.imports)"}},
      "principal_id": {"names": "actor", "merge": "move", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_imports is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
