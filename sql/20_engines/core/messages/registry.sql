create or replace function app.registry_messages()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "messages": {"snapshot": "in", "erase": "values", "erase_only": "r.status <> 'queued'",
      "written": {
        "variables": "case when t.variables ?| '{token,otp}' then '{}' else t.variables end",
        "subject": "case when not t.variables ?| '{token,otp}' then t.subject end",
        "text": "case when not t.variables ?| '{token,otp}' then t.text end",
        "html": "case when not t.variables ?| '{token,otp}' then t.html end"},
      "mask": {"recipient": "recipient", "variables": "object", "subject": "text", "text": "null", "html": "null",
        "error": "text", "mail": "null", "events": "list"}, "unmasked": ["template"], "ids": "msg",
      "events": {"email": {"needs": "*", "audit": "hidden"}, "sms": {"needs": "*", "audit": "hidden"}}, "expires": {"by": "id", "after": "90 days"}, "columns": {
      "user_id": {"names": "user", "merge": "move", "remove": "delete",
        "export": {"messages": "app.message_json(row(r.*)::app.messages)"}},
      "mail": {"names": "any"}}},
    "message_attachments": {"snapshot": "transient", "erase": "leaves", "columns": {
      "message_id": {"names": "message"}}},
    "notifications": {"snapshot": "in", "erase": "values",
      "mask": {"title": "text", "body": "text", "metadata": "object"}, "unmasked": ["type"], "ids": "ntf", "events": {"notification": {"needs": "*", "keys": [
        "case when p_row.after::jsonb @? '$.channels' and not p_row.after::jsonb->'channels' ? 'in_app' then '{}'::text[]",
        "else array['n:' || coalesce(p_row.after->>'user_id', p_row.before->>'user_id')] end"]}}, "columns": {
      "user_id": {"names": "user", "merge": "move", "remove": "cascade",
        "export": {"notifications": "app.export_notifications(p_tenant, p_user_id)"}},
      "metadata": {"names": "any"}}},
    "notification_preferences": {"snapshot": "in", "unmasked": ["categories"], "events": {"notification_preference": "*"}, "columns": {
      "user_id": {"names": "user", "merge": "drop", "remove": "cascade",
        "export": {"preferences": "app.export_preferences(p_tenant, p_user_id)"}}}},
    "email_templates": {"snapshot": "in", "kind": "email_templates", "unmasked": ["name", "subject", "html", "text", "variables"], "schema": true, "ids": "etpl",
      "events": {"email_template": "email:manage"}, "plugin_part": "email_templates", "columns": {
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "email_suppressions": {"snapshot": "in", "erase": "lives", "kind": "email_suppressions", "mask": "drop", "events": {"email_suppression": "email:manage"}, "columns": {
      "message_id": {"names": "message"}}},
    "email_domains": {"snapshot": "in", "kind": "email_domains", "unmasked": ["selector", "public_key", "checks"], "schema": true, "events": {"email_domain": "email:manage"}, "columns": {
      "public_key": {"names": "none", "why": "a public key"},
      "domain": {"address": "host"},
      "private_key": {"secret": "sealed"}}},
    "email_report_keys": {"snapshot": "in", "unmasked": ["secret_preview"], "schema": true, "events": {"email_report_secret": "*"}, "columns": {
      "secret": {"secret": "sealed"},
      "secret_preview": {"names": "none", "why": "the end of a secret"}}}}$registry$
$$;
comment on function app.registry_messages is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
