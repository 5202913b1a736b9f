create or replace function app.registry_short_urls()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "short_urls": {"snapshot": "in", "kind": "short_urls",
      "restored": {"kind": "short_urls", "today": ["clicks", "last_clicked_at"],
        "check": "app.short_url_check(v_old, v_new, '{}')", "save": "app.short_url_save(v_old, v_new)",
        "remove": "app.short_url_remove(v_old)"},
      "unmasked": ["domain", "slug", "url", "title", "utm", "tags", "external_id", "metadata", "password_hash",
        "expired_url"], "ids": "sl",
      "contains": {"short_url": ["(r.slug || ' ' || coalesce(r.title || ' ', '') || coalesce(r.url, ''))",
        "collate \"default\""]},
      "events": {"short_url": "short_urls:manage"}, "columns": {
      "slug": {"address": "short_url"},
      "file_id": {"names": "file", "purge": "keep"},
      "password_hash": {"secret": "hash"},
      "external_id": {"names": "none", "why": "an id of the client"},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"short_urls": "jsonb_build_object('id', r.id, 'slug', r.slug, 'url', r.url, 'created_at', r.created_at)"}}}},
    "short_url_tags": {"snapshot": "in", "unmasked": ["tag"], "columns": {
      "short_url_id": {"names": "short_url"}}},
    "short_url_clicks": {"snapshot": "in", "erase": "values",
      "mask": {"referrer": "null"}, "unmasked": ["country", "browser", "visitor"], "columns": {
      "short_url_id": {"names": "short_url"}}},
    "short_url_visitors": {"snapshot": "in", "erase": "lives", "mask": "drop", "columns": {
      "short_url_id": {"names": "short_url"}}},
    "short_url_counts": {"snapshot": "in", "unmasked": ["value"], "columns": {
      "short_url_id": {"names": "short_url"}}}}$registry$
$$;
comment on function app.registry_short_urls is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
