create or replace function api.file_resumable_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_lock(tenant, args);
begin
  if v_file.status in ('pending', 'failed') then
    perform app.files_purge(tenant, array[v_file]);
    return json_build_object('pieces_key', v_file.storage_key);
  end if;
  perform app.files_trash(tenant, array[v_file]);
  return '{"pieces_key": null}';
end $$;
comment on function api.file_resumable_delete is
  'Removes an unfinished resumable upload, or moves its finished file to the trash';
