create or replace function app.registry_users()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "users": {"snapshot": "in", "erase": "leaves", "kind": "users",
      "mask": {"email": "email", "phone": "phone", "password_hash": "null", "pending_email": "null",
        "pending_phone": "null", "user_metadata": "profile", "ban_reason": "text", "signup_address": "null"}, "ids": "usr",
      "contains": {"user": ["(coalesce(r.email, '') || E'\\x01' || coalesce(r.phone, '')",
        "|| E'\\x01' || coalesce(r.user_metadata->>'name', '')) collate \"default\""]},
      "events": {"user": "auth"}, "limit": "users", "columns": {
      "role": {"names": "role_name", "rename": "move"},
      "password_hash": {"secret": "hash"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "user_erasures": {"snapshot": "installation", "columns": {
      "user_id": {"names": "user", "merge": "keep", "remove": "keep", "export": null},
      "addresses": {"names": "none", "why": "addresses of a user who is being erased"}}}}$registry$
$$;
comment on function app.registry_users is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
