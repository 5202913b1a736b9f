create or replace function app.registry_causation()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "causation_budgets": {"snapshot": "transient", "erase": "leaves", "expires": {"by": "updated_at", "after": "1 day"}}}$registry$
$$;
comment on function app.registry_causation is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
