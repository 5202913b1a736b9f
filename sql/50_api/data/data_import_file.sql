create or replace function api.data_import_file(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_file app.files := app.file_readable(tenant, jsonb_build_object('file_id', args->'file_id'));
begin
  return json_build_object('storage_key', v_file.storage_key, 'filename', v_file.filename,
    'size_bytes', v_file.size_bytes);
end $$;
comment on function api.data_import_file is
  'Where the bytes of a stored file are that the caller imports, and may read';
