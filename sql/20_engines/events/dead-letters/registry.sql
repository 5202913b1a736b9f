create or replace function app.registry_dead_letters()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "dead_letters": {"snapshot": "in", "erase": "values",
      "mask": {"payload": "json", "error": "text"}, "unmasked": ["task"], "ids": "dlq", "events": {"dead_letter": {"needs": "*", "error": "hidden"}},
      "expires": {"by": "id", "after": "90 days",
        "only": "r.last_failed_at < v_before"}, "columns": {
      "source_id": {"names": "any"},
      "record_id": {"names": "any"},
      "payload": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_dead_letters is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
