create or replace function api.file_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_file app.files := app.file_lock(tenant, args);
begin
  perform app.version_expect(v_file.version, args);
  return app.file_answer(app.file_save('file.updated', v_file, app.file_merge(v_file, args)));
end $$;
comment on function api.file_update is 'Change a file’s metadata';
