create or replace function api.file_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_lock(tenant, args);
  v_new app.files;
begin
  perform app.version_expect(v_old.version, args);
  v_new := app.file_merge(v_old, args);
  if v_new <> v_old then v_new := app.file_save('file.updated', v_old, v_new); end if;
  return app.file_answer(v_new);
end $$;
comment on function api.file_update is 'Change a file’s metadata';
