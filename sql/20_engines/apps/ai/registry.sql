create or replace function app.registry_ai()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "ai_providers": {"snapshot": "in", "kind": "ai_providers", "unmasked": ["name", "api_key_preview", "config_json"], "schema": true, "ids": "aip", "events": {"ai_provider": {"needs": "ai:manage", "scope": "ai"}}, "columns": {
      "api_key": {"secret": "sealed"},
      "api_key_preview": {"names": "none", "why": "the end of a key"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}},
    "ai_usage": {"snapshot": "in", "unmasked": ["operation", "model"]},
    "ai_calls": {"snapshot": "transient", "erase": "leaves", "ids": "aic"},
    "ai_conversations": {"snapshot": "in", "erase": "lives",
      "restored": {"kind": "conversations", "with": {"ai_messages": "conversation_id"},
        "check": "app.ai_conversation_owner_check(v_new)"},
      "mask": {"title": "text"}, "ids": "conv", "expires": {"by": "updated_at", "after": "90 days"}, "columns": {
      "owner": {"names": "actor", "as": "user", "merge": "move", "remove": "delete",
        "export": {"conversations": "app.export_conversations(p_tenant, p_user_id)"}}}},
    "ai_messages": {"snapshot": "in", "erase": "lives",
      "mask": {"content": "text", "sources": "list"}, "unmasked": ["model"], "columns": {
      "role": {"names": "none", "why": "the part of a message: of the user or of the model"},
      "conversation_id": {"names": "conversation"},
      "sources": {"names": "object", "as": "within", "purge": "keep"}}}}$registry$
$$;
comment on function app.registry_ai is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
