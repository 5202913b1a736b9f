create or replace function app.registry_settings()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "tenant_settings": {"snapshot": "in", "unmasked": ["auth", "branding", "governance"], "schema": true,
      "events": {"governance": "*", "branding": "*", "auth_config": "auth"}, "columns": {
      "auth": {"secret": "sealed"},
      "updated_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_settings is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
