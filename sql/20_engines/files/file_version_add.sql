create or replace function app.file_version_add(p_file app.files)
returns void
language sql volatile as $$
  insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes,
    storage_key, checksum, width, height, created_at, created_by)
  values (p_file.tenant_id, p_file.id, p_file.version, p_file.filename, p_file.mime_type,
    p_file.size_bytes, p_file.storage_key, p_file.checksum, p_file.width, p_file.height,
    clock_timestamp(), app.principal()->>'user_id')
$$;
comment on function app.file_version_add is
  'Keeps the bytes of a file as one of its versions: from now on they are needed';
