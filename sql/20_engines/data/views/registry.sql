create or replace function app.registry_views()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "views": {"snapshot": "in",
      "restored": {"kind": "private_views", "only": "r.visibility = 'private' and r.created_by is not null",
        "check": "app.view_again_check(v_old, v_new)"},
      "kind": "views", "unmasked": ["name", "filters", "sort", "columns"], "schema": true, "ids": "view", "events": {"view": {"needs": "data", "judged": "always",
        "shown": "app.view_event_shown(p_row.tenant_id, v_record)", "before": "app.view_event_shown(p_row.tenant_id, p_row.before::jsonb)"}},
      "plugin_part": "views", "columns": {
      "filters": {"names": "any"},
      "object_type_id": {"names": "object_type", "purge": "cascade", "counts_as": "view", "nth": 4},
      "created_by": {"names": "user", "merge": "app.user_views_own(p_from, p_into)",
        "remove": "app.user_views_remove(p_user)", "export": {"views": "app.view_json(row(r.*)::app.views)"}}}}}$registry$
$$;
comment on function app.registry_views is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
