create or replace function app.registry_errors()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "error_groups": {"snapshot": "in", "erase": "values", "kind": "errors",
      "mask": {"message": "text", "source": "null", "path": "null"}, "unmasked": ["fingerprint", "release",
        "environment"], "ids": "err", "events": {"error": "errors:manage"}},
    "error_releases": {"snapshot": "in", "unmasked": ["release"], "columns": {
      "error_id": {"names": "error"}}},
    "error_samples": {"snapshot": "in", "erase": "values", "mask": "drop", "columns": {
      "error_id": {"names": "error"}}},
    "error_usage": {"snapshot": "in"}}$registry$
$$;
comment on function app.registry_errors is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
