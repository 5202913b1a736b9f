create or replace function app.registry_plans()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "plans": {"snapshot": "installation", "columns": {
      "price_ids": {"names": "none", "why": "ids of the payment provider"}}},
    "plan_standings": {"snapshot": "installation", "events": {"usage": "data"}, "columns": {
      "told": {"names": "none", "why": "the warnings that a tenant has had"}}}}$registry$
$$;
comment on function app.registry_plans is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
