create or replace function api.file_upload_pending(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_file app.files;
begin
  select * into v_file from app.files f
  where f.tenant_id = tenant and f.id = args->>'file_id' and not f.is_deleted
    and f.status = 'pending' and f.checksum is null;
  if not found or not app.file_is_own(v_file) then return 'null'; end if;
  return json_build_object('filename', v_file.filename, 'mime_type', v_file.mime_type,
    'size_bytes', v_file.size_bytes, 'storage_key', v_file.storage_key);
end $$;
comment on function api.file_upload_pending is
  'Where the bytes of an upload of the caller''s lie that waits for them, and what was declared; '
  'null for what does not: completing it says why';
