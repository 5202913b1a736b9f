create or replace function api.file_upload_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_put_lock(tenant, args);
begin
  if v_file.status = 'ready' then perform app.storage_check(tenant); end if;
  return json_build_object('is_slot', v_file.status = 'pending', 'filename', v_file.filename,
    'mime_type', v_file.mime_type, 'size_bytes', v_file.size_bytes);
end $$;
comment on function api.file_upload_begin is
  'Whether bytes may be put, before they are read, and what was declared of them';
