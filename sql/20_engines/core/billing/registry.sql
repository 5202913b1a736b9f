create or replace function app.registry_billing()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "subscriptions": {"snapshot": "installation", "events": {"subscription": {"needs": "billing:manage", "scope": "*", "audit": "hidden"}}, "columns": {
      "customer_id": {"names": "none", "why": "an id of the payment provider", "address": "billing"},
      "subscription_id": {"names": "none", "why": "an id of the payment provider"}}},
    "billing_events": {"snapshot": "installation"},
    "mock_invoices": {"snapshot": "installation", "ids": "inv"}}$registry$
$$;
comment on function app.registry_billing is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
