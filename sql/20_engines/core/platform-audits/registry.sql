create or replace function app.registry_platform_audits()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "platform_audits": {"snapshot": "installation", "ids": "evt", "columns": {
      "actor_id": {"names": "none", "why": "a key of the operator"},
      "about_tenant": {"names": "none", "why": "a tenant, which may be gone"},
      "resource_id": {"names": "none", "why": "a record of the operator, or of a tenant that may be gone"},
      "before": {"names": "none", "why": "as resource_id"},
      "after": {"names": "none", "why": "as resource_id"},
      "request_id": {"names": "none", "why": "an id that a client may choose"}}}}$registry$
$$;
comment on function app.registry_platform_audits is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
