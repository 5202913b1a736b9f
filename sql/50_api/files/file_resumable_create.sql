create or replace function api.file_resumable_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_slot(tenant, args);
begin
  return json_build_object('file_id', v_file.id, 'storage_key', v_file.storage_key,
    'size_bytes', v_file.size_bytes, 'expires_at', app.file_slot_end(v_file));
end $$;
comment on function api.file_resumable_create is
  'Reserves a slot for a resumable upload and returns its storage key';
