create or replace function app.registry_comments()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "comments": {"snapshot": "in", "erase": "lives", "kind": "comments", "mask": {"body": "text"}, "unmasked": ["reactions"], "ids": "cmt", "contains": {"comment": "r.body collate \"default\""},
      "events": {"comment": {"needs": "data", "judged": "files",
        "shown": "app.comment_event_shown(p_sight, p_row, v_record)",
        "keys": "array['c:' || coalesce(p_row.after->>'object_id', p_row.after->>'file_id')]"}}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "delete", "counts_as": "comment", "nth": 7,
        "only": "r.object_id is not null", "counted": "not r.is_deleted"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "delete", "counts_as": "comment",
        "counted": "not r.is_deleted"},
      "file_id": {"names": "file", "purge": "cascade", "counts_as": "comment", "counted": "not r.is_deleted"},
      "parent_id": {"names": "comment"},
      "author_id": {"names": "actor", "merge": "move", "remove": "app.user_comments_remove(p_user)",
        "counts_as": "comment", "counted": "not r.is_deleted",
        "export": {"comments": "app.export_comments(p_tenant, p_user_id)"}},
      "mentions": {"names": "user", "as": "ids", "merge": "keep", "remove": "keep", "export": null},
      "told": {"names": "user", "as": "ids", "merge": "keep", "remove": "keep", "export": null},
      "attachments": {"names": "file", "purge": "keep", "as": "ids"}}},
    "comment_reactions": {"snapshot": "in", "unmasked": ["emoji"], "columns": {
      "comment_id": {"names": "comment"},
      "author_id": {"names": "actor", "merge": "app.user_reactions_own(p_from, p_into)", "remove": "keep",
        "export": {"reactions": "app.reaction_own_json(row(r.*)::app.comment_reactions)"}}}}}$registry$
$$;
comment on function app.registry_comments is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
