create or replace function app.registry_associations()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "associations": {"snapshot": "in", "erase": "lives", "kind": "associations", "mask": {"meta": "json"}, "unmasked": ["association_type"], "ids": "asc", "events": {"association": {"needs": "data", "judged": "policies",
        "shown": ["app.policies_show(v_policies, p_row.tenant_id, v_record->>'from_type_id', v_record->>'from_id')",
          "and app.policies_show(v_policies, p_row.tenant_id, v_record->>'to_type_id', v_record->>'to_id')"]}}, "columns": {
      "from_type_id": {"names": "object_type", "purge": "app.associations_drop_type(p_type)",
        "counts_as": "association", "nth": 2},
      "from_id": {"names": "object", "type": "from_type_id", "purge": "app.associations_purge(p_type, p_ids)",
        "counts_as": "association", "counted": "p_is_forced or not r.is_hidden", "when": "p_is_linked"},
      "to_type_id": {"names": "object_type", "purge": "app.associations_drop_type(p_type)",
        "counts_as": "association", "nth": 2},
      "to_id": {"names": "object", "type": "to_type_id", "purge": "app.associations_purge(p_type, p_ids)",
        "counts_as": "association", "counted": "p_is_forced or not r.is_hidden", "when": "p_is_linked"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "association_types": {"snapshot": "in", "kind": "association_types", "unmasked": ["name", "inverse_name"], "schema": true, "ids": "asct",
      "events": {"association_type": "data"}, "plugin_part": "association_types", "columns": {
      "from_type_id": {"names": "object_type", "purge": "app.associations_drop_type(p_type)",
        "counts_as": "association_type", "nth": 3},
      "to_type_id": {"names": "object_type", "purge": "app.associations_drop_type(p_type)",
        "counts_as": "association_type", "nth": 3},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}}}$registry$
$$;
comment on function app.registry_associations is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
