create or replace function app.registry_routes()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "routes": {"snapshot": "installation", "ids": "rte", "columns": {
      "hostname": {"address": "host"},
      "path_prefix": {"address": "path"}}}}$registry$
$$;
comment on function app.registry_routes is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
