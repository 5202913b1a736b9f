create or replace function app.registry_auth_tokens()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "auth_tokens": {"snapshot": "transient", "erase": "leaves", "expires": {"by": "expires_at", "after": "1 day"}, "columns": {
      "token_hash": {"secret": "hash"},
      "otp_hash": {"secret": "hash"},
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade", "export": null}}},
    "auth_challenges": {"snapshot": "transient", "erase": "leaves", "ids": "chl", "expires": {"by": "expires_at"}, "columns": {
      "secret_hash": {"secret": "hash"},
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade", "export": null},
      "data": {"names": "any"}}},
    "auth_counters": {"snapshot": "transient", "erase": "leaves",
      "expires": {"by": "started_at", "after": "1 day",
        "only": "coalesce(r.locked_until < v_now, true)"}, "columns": {
      "name": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_auth_tokens is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
