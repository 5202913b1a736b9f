create or replace function api.file_restore(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_file app.files := app.file_lock(tenant, args, null);
  v_restored app.files := v_file;
begin
  if not v_file.is_deleted then
    perform app.fail(409, 'INVALID_STATE',
      'This file is not in the trash, so there is nothing to restore.');
  end if;
  v_restored.is_deleted := false;
  v_restored.deleted_at := null;
  return app.file_answer(app.file_save('file.restored', v_file, v_restored));
end $$;
comment on function api.file_restore is 'Restore a file from the trash';
