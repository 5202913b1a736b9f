create or replace function app.registry_sandboxes()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "sandboxes": {"snapshot": "installation", "ids": "sbx", "events": {"sandbox": {"needs": "sandboxes:manage", "scope": "*"}},
      "expires": {"by": "expires_at", "after": "1 day"}, "columns": {
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}}}$registry$
$$;
comment on function app.registry_sandboxes is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
