create or replace function api.file_upload_url(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_slot(tenant, args);
  v_expires bigint := ceil(extract(epoch from v_file.created_at)) + 3600;
begin
  return json_build_object('file_id', v_file.id, 'storage_key', v_file.storage_key,
    'expires_at', to_timestamp(v_expires), 'size_bytes', v_file.size_bytes,
    'mime_type', v_file.mime_type, 'expires', v_expires, 'generation', v_file.generation);
end $$;
comment on function api.file_upload_url is 'Create an upload slot for a file of up to 5 GB';
