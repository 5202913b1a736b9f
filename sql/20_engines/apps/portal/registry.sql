create or replace function app.registry_portal()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "portal_sessions": {"snapshot": "transient", "erase": "leaves", "ids": "psn",
      "events": {"portal": "*"}, "expires": {"by": "expires_at"}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "keep"}}}}$registry$
$$;
comment on function app.registry_portal is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
