create or replace function app.registry_announcements()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "announcements": {"snapshot": "installation", "ids": "ann"}}$registry$
$$;
comment on function app.registry_announcements is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
