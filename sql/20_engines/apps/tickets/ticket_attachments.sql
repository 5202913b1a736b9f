create or replace function app.ticket_attachments(p_tenant text, p_ids jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_id text;
  v_file app.files;
  v_shown jsonb := '[]';
begin
  for v_id in select jsonb_array_elements_text(coalesce(p_ids, '[]')) loop
    v_file := app.file_find(p_tenant, v_id);
    if v_file.status <> 'ready' then
      perform app.fail(409, 'INVALID_STATE', format('The file %s is %s: upload its bytes, then call '
        'upload-complete.', v_id, v_file.status));
    end if;
    v_shown := v_shown || jsonb_build_object('file_id', v_file.id, 'filename', v_file.filename,
      'mime_type', v_file.mime_type, 'size_bytes', v_file.size_bytes);
  end loop;
  return v_shown;
end $$;
comment on function app.ticket_attachments is
  'The files that a message of a ticket brings, as they are called now; 404 for one that the caller does not see, 409 for one '
  'without bytes';
