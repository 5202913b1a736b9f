create or replace function app.registry_passkeys()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "passkeys": {"snapshot": "in", "erase": "leaves", "mask": "drop", "ids": "pk", "events": {"passkey": "auth"}, "columns": {
      "public_key": {"names": "none", "why": "a public key"},
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade",
        "export": {"passkeys": "app.passkey_json(row(r.*)::app.passkeys)"}},
      "credential_id": {"names": "none", "why": "an id of the authenticator"}}}}$registry$
$$;
comment on function app.registry_passkeys is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
