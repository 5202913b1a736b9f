create or replace function app.file_insert(p_file app.files)
returns app.files
language plpgsql volatile as $$
begin
  insert into app.files (tenant_id, id, filename, mime_type, size_bytes, access, folder, status,
    storage_key, checksum, width, height, meta, object_type_id, object_id, uploaded_by,
    created_at, updated_at, upload_metadata)
  values (p_file.tenant_id, p_file.id, p_file.filename, p_file.mime_type, p_file.size_bytes,
    p_file.access, p_file.folder, p_file.status, p_file.storage_key, p_file.checksum, p_file.width,
    p_file.height, p_file.meta, p_file.object_type_id, p_file.object_id, p_file.uploaded_by,
    p_file.created_at, p_file.created_at, p_file.upload_metadata)
  returning * into p_file;
  return p_file;
end $$;
comment on function app.file_insert is 'Writes a new file (of app.file_new)';
