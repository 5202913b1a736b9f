create or replace function app.registry_user_announcements()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "user_announcements": {"snapshot": "in", "erase": "lives", "kind": "user_announcements", "mask": {"title": "text", "body": "text"}, "ids": "uann",
      "events": {"user_announcement": "user_announcements:manage"}, "columns": {
      "roles": {"names": "role_name", "as": "ids", "rename": "move",
        "role_gone": "app.user_announcements_role_check(p_tenant, p_role)"},
      "created_by": {"names": "user", "merge": "move", "remove": "keep",
        "export": {"user_announcements": "app.user_announcement_json(row(r.*)::app.user_announcements)"}}}},
    "user_announcement_reads": {"snapshot": "in", "columns": {
      "user_id": {"names": "user", "merge": "app.user_announcement_reads_own(p_from, p_into)", "remove": "cascade",
        "export": {"user_announcement_reads":
          "jsonb_build_object('user_announcement_id', r.announcement_id, 'read_at', r.read_at)"}},
      "announcement_id": {"names": "user_announcement"}}}}$registry$
$$;
comment on function app.registry_user_announcements is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
