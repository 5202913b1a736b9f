create or replace function app.registry_objects()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "objects": {"snapshot": "in", "erase": "lives", "kind": "objects", "mask": {"properties": "properties"}, "ids": "obj", "events": {"object": {"needs": "data", "judged": "policies",
        "shown": ["not v_policies ? p_row.object_type_id or coalesce(app.filter_holds(",
          "jsonb_populate_record(null::app.filter, v_policies->p_row.object_type_id),",
          "app.journal_object(p_row.tenant_id, p_row.object_type_id, v_record)), false)"],
        "before": ["v_policies->p_row.object_type_id is null or coalesce(app.filter_holds(",
          "jsonb_populate_record(null::app.filter, v_policies->p_row.object_type_id),",
          "app.journal_object(p_row.tenant_id, p_row.object_type_id, app.journal_before(p_row))), false)"],
        "keys": ["array['o:' || p_row.object_type_id,", "'o:' || p_row.object_type_id || ':' || p_row.resource_id]"]}}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "delete"},
      "created_by": {"names": "user", "merge": "app.user_objects_own(p_from, p_into)",
        "remove": "app.user_objects_trash(p_user)", "counts_as": "object", "counted": "not r.is_deleted",
        "each": "object_type_id", "export": {"objects": "app.export_objects(p_tenant, p_user_id)"}},
      "updated_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null},
      "tx_id": {"names": "none", "why": "a transaction"},
      "properties": {"names": "any"}}},
    "object_versions": {"snapshot": "in", "erase": "values", "mask": {"properties": "properties"}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "delete"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "delete", "counts_as": "version",
        "forced": true},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null},
      "tx_id": {"names": "none", "why": "a transaction"},
      "properties": {"names": "any"}}},
    "object_counts": {"snapshot": "rebuilt", "columns": {
      "object_type_id": {"names": "object_type", "purge": "delete"}}},
    "object_types": {"snapshot": "in", "kind": "object_types",
      "unmasked": ["name", "display_name", "definition", "silent", "policies", "names", "formatted", "plain",
        "ai_index", "invariants"], "schema": true, "ids": "ot",
      "events": {"object_type": "data"}, "limit": "object_types", "plugin_part": "object_types", "columns": {
      "definition": {"names": "property", "as": "within", "purge": "keep"},
      "indexed": {"names": "property", "as": "within", "purge": "keep"},
      "policies": {"names": "any"},
      "invariants": {"names": "any"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}}}$registry$
$$;
comment on function app.registry_objects is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
