create or replace function app.registry_shards()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "shards": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_shards is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
