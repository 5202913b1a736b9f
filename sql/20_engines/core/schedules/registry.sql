create or replace function app.registry_schedules()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "schedules": {"snapshot": "in", "unmasked": ["cron_expression", "timezone"], "columns": {
      "subject_id": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_schedules is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
