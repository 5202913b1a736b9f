create or replace function app.file_slot_json(p_file app.files)
returns json
language sql stable as $$
  select json_build_object('file_id', p_file.id, 'storage_key', p_file.storage_key,
    'expires_at', to_timestamp(e.at), 'size_bytes', p_file.size_bytes,
    'mime_type', p_file.mime_type, 'expires', e.at, 'generation', p_file.generation)
  from (select ceil(extract(epoch from p_file.created_at))::bigint + 3600) e(at)
$$;
comment on function app.file_slot_json is
  'A slot as the doorway needs it to sign the way to it, which is open for an hour';
