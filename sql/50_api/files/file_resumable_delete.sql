create or replace function api.file_resumable_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_lock(tenant, args);
begin
  if v_file.status not in ('pending', 'failed') then
    perform app.fail(409, 'INVALID_STATE', format(
      'This upload has ended: the file is %s. Delete it with DELETE /v1/files/%s.',
      v_file.status, v_file.id));
  end if;
  perform app.files_purge(tenant, array[v_file]);
  return json_build_object('storage_key', v_file.storage_key);
end $$;
comment on function api.file_resumable_delete is 'Cancel a resumable upload (tus)';
