create or replace function app.registry_idempotency()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "idempotency_keys": {"snapshot": "transient", "erase": "leaves", "expires": {"by": "created_at", "after": "1 day"}, "columns": {
      "principal": {"names": "actor", "as": "user", "merge": "keep", "remove": "keep", "export": null},
      "answer": {"names": "any"},
      "request_hash": {"names": "none", "why": "the digest of a request"}}}}$registry$
$$;
comment on function app.registry_idempotency is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
