create or replace function app.registry_visibility()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "journal": {"columns": {
      "actor": {"export": {
        "audit": "app.export_journal(p_tenant, p_user_id, false)",
        "events": "app.export_journal(p_tenant, p_user_id, true)"}}}}}$registry$
$$;
comment on function app.registry_visibility is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
