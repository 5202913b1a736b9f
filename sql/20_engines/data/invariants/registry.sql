create or replace function app.registry_invariants()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "invariants": {"snapshot": "in", "kind": "invariants", "unmasked": ["name", "condition", "rule", "message", "compiled", "violations", "cursor"],
      "schema": true, "ids": "inv", "events": {"invariant": "data"}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "cascade", "counts_as": "invariant", "nth": 6},
      "type_ids": {"names": "object_type", "as": "ids", "purge": "app.invariants_drop_type(p_type)", "counts_as": "invariant", "nth": 6},
      "condition": {"names": "any"},
      "rule": {"names": "any"},
      "compiled": {"names": "any"},
      "violations": {"names": "any"},
      "cursor": {"names": "any", "why": "an object of the type"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "invariant_locks": {"snapshot": "transient", "erase": "leaves"}}$registry$
$$;
comment on function app.registry_invariants is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
