create or replace function app.registry_dashboards()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "dashboards": {"snapshot": "in", "kind": "dashboards", "unmasked": ["name", "description", "layout_json"], "schema": true, "ids": "dash",
      "events": {"dashboard": "data"}, "plugin_part": "dashboards", "columns": {
      "share_token": {"secret": "token", "address": "share"},
      "shared_by": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"dashboards": "app.dashboard_json(row(r.*)::app.dashboards)::jsonb - 'share_token'"}}}},
    "widgets": {"snapshot": "in", "kind": "widgets", "unmasked": ["title", "config_json", "position_json"], "schema": true, "ids": "wid", "events": {"widget": "data"}, "plugin_part": "widgets", "columns": {
      "dashboard_id": {"names": "dashboard"},
      "config_json": {"names": "object_type", "purge": "keep", "at": "object_type_id", "counts_as": "widget", "nth": 11},
      "authors": {"names": "actor", "as": "parties", "merge": "keep", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_dashboards is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
