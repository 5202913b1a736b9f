create or replace function app.registry_policies()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "policies": {"snapshot": "in", "kind": "policies", "unmasked": ["name", "condition_json", "check_json"], "schema": true, "ids": "pol",
      "events": {"policy": {"needs": "policies:read", "scope": "schema", "audit": "hidden"}}, "plugin_part": "policies", "columns": {
      "role": {"names": "role_name", "rename": "app.policies_role_rename(p_tenant, p_old, p_new)"},
      "condition_json": {"names": "any"},
      "check_json": {"names": "any"},
      "object_type_id": {"names": "object_type", "purge": "cascade", "counts_as": "policy", "nth": 5},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "policies_gone": {"snapshot": "in", "schema": true, "columns": {
      "object_type_id": {"names": "object_type", "purge": "keep"}}}}$registry$
$$;
comment on function app.registry_policies is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
