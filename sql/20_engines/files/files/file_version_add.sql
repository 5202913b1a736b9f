create or replace function app.file_version_add(p_file app.files)
returns void
language sql volatile as $$
  insert into app.file_versions (tenant_id, file_id, version, filename, mime_type, size_bytes,
    storage_key, checksum, width, height, created_at, created_by)
  select p_file.tenant_id, p_file.id, p_file.version, p_file.filename, p_file.mime_type,
    p_file.size_bytes, p_file.storage_key, p_file.checksum, p_file.width, p_file.height,
    -- A caller who sends bytes to a slot with its own token acts for the caller who asked for it.
    clock_timestamp(), case when p->>'type' = 'public' then p_file.uploaded_by
      else p->>'user_id' end
  from app.principal() p
$$;
comment on function app.file_version_add is
  'Keeps the bytes of a file as one of its versions: from now on they are needed';
