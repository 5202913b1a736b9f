create or replace function api.file_content(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_file app.files := app.file_readable(tenant, args);
begin
  if args ? 'version' then
    v_file := app.file_at_version(v_file, (args->>'version')::integer);
  end if;
  return json_build_object('storage_key', v_file.storage_key, 'filename', v_file.filename,
    'mime_type', v_file.mime_type, 'size_bytes', v_file.size_bytes, 'checksum', v_file.checksum,
    'access', v_file.access, 'version', v_file.version, 'updated_at', v_file.updated_at);
end $$;
comment on function api.file_content is
  'Returns where the bytes of a file or of one of its versions are stored';
