create or replace function app.registry_functions()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "functions": {"snapshot": "in", "kind": "functions",
      "unmasked": ["name", "description", "trigger_event", "cron_expression", "timezone", "code", "allowed_hosts"], "schema": true, "ids": "fn",
      "events": {"function": {"needs": "functions:manage", "error": "hidden"}}, "limit": "functions", "plugin_part": "functions", "columns": {
      "object_type_id": {"names": "object_type", "purge": "app.functions_drop_type(p_type)", "counts_as": "function"},
      "env": {"secret": "sealed"},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "function_versions": {"snapshot": "in", "unmasked": ["code"], "schema": true, "columns": {
      "function_id": {"names": "function"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "function_runs": {"snapshot": "in", "erase": "values",
      "mask": {"trigger": "json", "principal": "json", "input": "data", "output": "data", "error": "text",
        "logs": "list"}, "ids": "fnrun",
      "events": {"function_run": "functions:manage"}, "expires": {"by": "created_at", "after": "30 days"}, "columns": {
      "function_id": {"names": "function"},
      "principal": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "trigger": {"names": "any"},
      "input": {"names": "any"},
      "output": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_functions is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
