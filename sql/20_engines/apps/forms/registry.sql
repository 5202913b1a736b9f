create or replace function app.registry_forms()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "forms": {"snapshot": "in", "kind": "forms", "unmasked": ["name", "slug", "fields", "plan", "settings"], "schema": true, "ids": "form",
      "events": {"form": {"needs": "forms:manage", "judged": "objects", "audit": "hidden",
        "shown": "p_row.type <> 'form.submitted' or app.form_event_shown(p_sight, p_row.tenant_id, v_record)"}}, "plugin_part": "forms", "columns": {
      "fields": {"names": "any"},
      "plan": {"names": "any"},
      "settings": {"names": "any"},
      "id": {"address": "form"},
      "object_type_id": {"names": "object_type", "purge": "app.forms_drop_type(p_type)", "counts_as": "form", "nth": 9},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "actor": {"names": "actor", "as": "party", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "form_submissions": {"snapshot": "in", "erase": "lives", "kind": "form_submissions",
      "restored": {"kind": "form_submissions", "key": ["form_id", "id"], "check": "app.form_find(p_tenant, v_new.form_id)"},
      "mask": {"data": "data", "error": "text", "ip": "null", "user_agent": "null", "referrer": "null",
        "utm": "object"}, "ids": "fs", "columns": {
      "form_id": {"names": "form"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "keep"},
      "data": {"names": "any"}}},
    "form_counts": {"snapshot": "in", "unmasked": ["counts"], "columns": {
      "form_id": {"names": "form"}}},
    "form_uploads": {"snapshot": "in", "unmasked": ["field"], "columns": {
      "file_id": {"names": "file", "purge": "cascade"},
      "form_id": {"names": "form"}}}}$registry$
$$;
comment on function app.registry_forms is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
