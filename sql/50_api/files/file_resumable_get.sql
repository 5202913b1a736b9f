create or replace function api.file_resumable_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_file app.files := app.file_find(tenant, args->>'file_id');
begin
  if not app.file_is_own(v_file) then
    perform app.fail(403, 'FORBIDDEN',
      'Only the user who started an upload, or a role that permits files:manage, may continue it.');
  elsif v_file.status = 'pending' and app.file_slot_end(v_file) <= clock_timestamp() then
    perform app.fail(410, 'GONE', 'This upload was started more than 24 hours ago. Start a new one.');
  elsif v_file.status not in ('pending', 'ready') then
    perform app.fail(410, 'GONE', format('This upload has %s. Start a new one.', v_file.status));
  end if;
  return json_build_object('file_id', v_file.id, 'storage_key', v_file.storage_key,
    'size_bytes', v_file.size_bytes, 'expires_at', app.file_slot_end(v_file),
    'has_bytes', v_file.checksum is not null, 'upload_metadata', v_file.upload_metadata);
end $$;
comment on function api.file_resumable_get is
  'Returns the slot of a resumable upload that the caller may continue';
