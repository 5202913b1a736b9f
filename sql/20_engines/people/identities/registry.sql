create or replace function app.registry_identities()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "identities": {"snapshot": "in", "erase": "leaves", "mask": "drop", "ids": "idn", "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade",
        "export": {"identities": "app.identity_json(row(r.*)::app.identities)"}}}}}$registry$
$$;
comment on function app.registry_identities is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
