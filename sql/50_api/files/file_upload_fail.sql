create or replace function api.file_upload_fail(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_lock(tenant, args - 'if_match');
  v_new app.files := v_old;
  v_done text;
begin
  perform app.file_slot_check(v_old);
  v_new.status := 'failed';
  -- No bytes came, none are counted.
  v_new.size_bytes := 0;
  v_new := app.file_save('file.updated', v_old, v_new);
  v_done := app.storage_take(tenant, -v_old.size_bytes);
  return app.file_answer(v_new);
end $$;
comment on function api.file_upload_fail is
  'Ends an upload whose bytes are not what was declared: the file fails and gives its quota back';
