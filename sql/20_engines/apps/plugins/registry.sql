create or replace function app.registry_plugins()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "plugins": {"snapshot": "in", "kind": "plugins",
      "unmasked": ["slug", "name", "version", "manifest_json", "permissions", "config_json"], "schema": true, "ids": "plg", "events": {"plugin": "plugins:manage"}, "columns": {
      "manifest_json": {"names": "any"},
      "config_json": {"names": "any"},
      "secrets": {"secret": "sealed"},
      "installed_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null}}},
    "plugin_parts": {"snapshot": "in", "unmasked": ["kind", "key"], "schema": true, "columns": {
      "plugin_id": {"names": "plugin"},
      "resource_id": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_plugins is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
