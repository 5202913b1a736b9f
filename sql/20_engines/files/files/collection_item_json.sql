create or replace function app.collection_item_json(
  p_item app.file_collection_items, p_file app.files)
returns json
language sql stable as $$
  select json_build_object('file_id', p_file.id, 'filename', p_file.filename,
    'mime_type', p_file.mime_type, 'size_bytes', p_file.size_bytes, 'access', p_file.access,
    'folder', p_file.folder, 'created_at', p_file.created_at, 'sort_order', p_item.sort_order,
    'added_at', p_item.added_at)
$$;
comment on function app.collection_item_json is 'A file as an item of a collection';
