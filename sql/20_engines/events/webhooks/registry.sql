create or replace function app.registry_webhooks()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "webhooks": {"snapshot": "in", "kind": "webhooks",
      "unmasked": ["url", "description", "events", "filters", "headers", "disabled_reason", "hidden",
        "secret_preview"], "schema": true, "ids": "whk",
      "events": {"webhook": "webhooks:manage"}, "limit": "webhooks", "plugin_part": "webhooks", "columns": {
      "filters": {"names": "any"},
      "object_types": {"names": "object_type", "purge": "keep", "as": "ids"},
      "headers": {"names": "any", "secret": "calls"},
      "secret": {"secret": "sealed"},
      "secret_preview": {"names": "none", "why": "the end of a secret"},
      "previous_secrets": {"secret": "sealed"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "webhook_deliveries": {"snapshot": "in", "erase": "values",
      "mask": {"request_headers": "json", "request_body": "object", "response_body": "text", "error": "text"},
        "unmasked": ["event_type", "url"], "ids": "whd", "events": {"delivery": "webhooks:manage"},
      "expires": {"by": "id", "after": "30 days",
        "only": ["r.status in ('success', 'dead') and not exists (select 1 from app.dead_letters l",
          "where l.tenant_id = v_tenant and l.source = 'webhook' and l.record_id = r.id)"]}, "columns": {
      "request_body": {"names": "any"},
      "response_body": {"names": "any"},
      "webhook_id": {"names": "webhook"},
      "event_id": {"names": "event"},
      "request_headers": {"names": "any"}}}}$registry$
$$;
comment on function app.registry_webhooks is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
