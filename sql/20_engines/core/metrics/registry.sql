create or replace function app.registry_metrics()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "figures": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_metrics is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
