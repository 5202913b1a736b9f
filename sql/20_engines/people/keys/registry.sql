create or replace function app.registry_keys()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "api_keys": {"snapshot": "in", "erase": "lives", "kind": "keys",
      "mask": {"secret_hash": "hash", "last_used_ip": "null"}, "unmasked": ["last4", "label", "scopes",
        "ip_allowlist"], "schema": true, "ids": "key", "events": {"key": "auth"}, "columns": {
      "secret_hash": {"secret": "hash"},
      "handle": {"names": "none", "why": "the public part of a token"},
      "replaced_by": {"names": "key"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}}}$registry$
$$;
comment on function app.registry_keys is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
