create or replace function app.registry_meters()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "meters": {"snapshot": "installation"},
    "usage_months": {"snapshot": "installation"},
    "meter_writers": {"snapshot": "installation"},
    "call_days": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_meters is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
