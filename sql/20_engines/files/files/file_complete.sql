create or replace function app.file_complete(p_tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.files := app.file_lock(p_tenant, args);
  v_new app.files := v_old;
begin
  if v_old.status <> 'pending' then
    perform app.fail(409, 'INVALID_STATE', format(
      'This file is %s: only a pending upload can be completed.', v_old.status));
  elsif v_old.checksum is null then
    if not args ? 'made' then
      perform app.fail(409, 'UPLOAD_INCOMPLETE', format(
        'Not all of the %s declared bytes have arrived. Send them to upload_endpoint, or continue '
        'the resumable upload, then complete it again.', v_old.size_bytes));
    end if;
    v_new := app.file_take_bytes(v_old, args->'made');
  end if;
  v_new.status := 'ready';
  v_new := app.file_save('file.uploaded', v_old, v_new);
  if v_old.checksum is null then perform app.file_version_add(v_new); end if;
  return app.file_answer(v_new);
end $$;
comment on function app.file_complete is
  'Makes the pending file args.file_id ready, with the bytes that were put, or those that lay where '
  'pieces are uploaded (args.made). 409 UPLOAD_INCOMPLETE, INVALID_STATE; 403, 404, 412';
