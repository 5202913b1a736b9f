create or replace function app.registry_outbound()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "installation_settings": {"snapshot": "installation", "columns": {
      "decoy_key": {"secret": "token"}}}}$registry$
$$;
comment on function app.registry_outbound is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
