create or replace function app.registry_mfa()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "mfa_factors": {"snapshot": "in", "erase": "leaves", "mask": "drop", "ids": "mfa", "events": {"mfa": "auth", "mfa_factor": "auth"}, "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade",
        "export": {"mfa_factors": "app.mfa_factors_json(p_tenant, p_user_id)"}},
      "secret": {"secret": "sealed"}}},
    "recovery_codes": {"snapshot": "in", "erase": "leaves", "mask": "drop", "events": {"recovery_codes": "auth"}, "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade", "export": null},
      "code_hash": {"secret": "hash"}}}}$registry$
$$;
comment on function app.registry_mfa is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
