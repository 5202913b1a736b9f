create or replace function app.registry_roles()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "roles": {"snapshot": "in", "kind": "roles",
      "unmasked": ["name", "description", "permissions", "inherited_names", "inherited_permissions"], "schema": true, "ids": "role", "events": {"role": "auth"}, "plugin_part": "roles", "columns": {
      "parent_role_id": {"names": "role"}}},
    "role_members": {"snapshot": "in", "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade", "export": {"user": null}},
      "role_id": {"names": "role"},
      "assigned_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_roles is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
