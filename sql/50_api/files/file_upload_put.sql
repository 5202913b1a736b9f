create or replace function api.file_upload_put(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_put_lock(tenant, args);
  v_new app.files := app.file_take_bytes(v_old, args->'made');
begin
  if v_old.status = 'ready' then
    return app.file_answer(app.file_version_next(v_old, v_new));
  end if;
  v_new := app.file_save('file.updated', v_old, v_new);
  perform app.file_version_add(v_new);
  return app.file_answer(v_new);
end $$;
comment on function api.file_upload_put is
  'Records stored bytes as the content of a slot or as the next version of a file';
