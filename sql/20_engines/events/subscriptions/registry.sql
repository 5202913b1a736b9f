create or replace function app.registry_subscriptions()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "event_subscriptions": {"snapshot": "rebuilt", "columns": {
      "conditions": {"names": "any"},
      "subscriber_id": {"names": "any"},
      "object_types": {"names": "object_type", "purge": "keep", "as": "ids"}}}}$registry$
$$;
comment on function app.registry_subscriptions is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
