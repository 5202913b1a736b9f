create or replace function app.registry_confirm()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "confirm_tokens": {"snapshot": "transient", "erase": "leaves", "expires": {"by": "expires_at"}, "columns": {
      "token_hash": {"secret": "hash"},
      "principal": {"names": "actor", "as": "user", "merge": "keep", "remove": "keep", "export": null},
      "resource_id": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_confirm is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
