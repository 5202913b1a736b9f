create or replace function app.registry_files()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "files": {"snapshot": "in", "erase": "lives", "kind": "files",
      "mask": {"filename": "filename", "meta": "json", "upload_metadata": "null"}, "unmasked": ["mime_type",
        "folder", "checksum"], "ids": "file", "contains": {"file": "r.filename"},
      "events": {"file": {"needs": "files:read", "judged": "files",
        "shown": "app.file_shows(p_sight, app.journal_file(p_row.tenant_id, v_record))",
        "before": "app.file_shows(p_sight, app.journal_file(p_row.tenant_id, p_row.before::jsonb))",
        "keys": ["array['f'] || array(select distinct 'f:' || f",
          "from unnest(array[p_row.after->>'folder', p_row.before->>'folder']) f where f is not null)"]}}, "columns": {
      "object_type_id": {"names": "object_type", "purge": "app.files_drop_type(p_type)", "counts_as": "file", "nth": 6,
        "counted": "r.object_id is not null and not r.is_deleted"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "app.files_release(p_type, p_ids)",
        "counts_as": "file", "counted": "not r.is_deleted"},
      "storage_key": {"names": "blob"},
      "uploaded_by": {"names": "user", "merge": "app.user_files_own(p_from, p_into)",
        "remove": "app.user_files_trash(p_user)", "counts_as": "file", "counted": "not r.is_deleted",
        "export": {"files": "app.export_files(p_tenant, p_user_id)"}}}},
    "file_versions": {"snapshot": "in", "erase": "lives",
      "mask": {"filename": "filename"}, "unmasked": ["mime_type", "checksum"], "columns": {
      "file_id": {"names": "file", "purge": "cascade", "counts_as": "version", "nth": 1},
      "storage_key": {"names": "blob"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null}}},
    "file_tags": {"snapshot": "in", "kind": "file_tags", "unmasked": ["name", "color"], "schema": true, "ids": "ftag", "events": {"file_tag": "files:read"}, "columns": {
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "file_taggings": {"snapshot": "in", "columns": {
      "file_id": {"names": "file", "purge": "cascade", "counts_as": "tag", "nth": 2},
      "tag_id": {"names": "file_tag"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null}}},
    "file_collections": {"snapshot": "in", "kind": "file_collections", "unmasked": ["name", "description"], "ids": "fcol", "events": {"collection": "files:read"}, "columns": {
      "cover_file_id": {"names": "file", "purge": "null"},
      "created_by": {"names": "user", "merge": "keep", "remove": "keep", "export": "made"}}},
    "file_collection_items": {"snapshot": "in", "columns": {
      "collection_id": {"names": "collection"},
      "file_id": {"names": "file", "purge": "cascade", "counts_as": "collection", "nth": 3},
      "added_by": {"names": "user", "merge": "keep", "remove": "keep", "export": null}}}}$registry$
$$;
comment on function app.registry_files is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
