create or replace function app.registry_sessions()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "sessions": {"snapshot": "transient", "erase": "leaves", "ids": "ses", "events": {"session": "auth", "impersonation": "auth"}, "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade",
        "export": {"sessions": "app.session_json(row(r.*)::app.sessions)"}}}},
    "signing_keys": {"snapshot": "installation", "columns": {
      "private_key": {"secret": "sealed"}}}}$registry$
$$;
comment on function app.registry_sessions is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
