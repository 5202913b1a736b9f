create or replace function app.file_slot(p_tenant text, args jsonb)
returns app.files
language plpgsql volatile as $$
declare
  v_file app.files := app.file_new(p_tenant, args);
  v_done text;
begin
  v_file.mime_type := args->>'mime_type';
  v_file.size_bytes := args->>'size_bytes';
  v_file.upload_metadata := args->>'upload_metadata';
  v_file.status := 'pending';
  v_file.storage_key := format('%s/uploads/%s', p_tenant, v_file.id);
  v_file := app.file_insert(v_file);
  v_done := app.file_tags_add(v_file, args->'tag_ids', true);
  v_done := app.journal_write(p_tenant, 'file.created', 'file', v_file.id, app.file_json(v_file));
  v_done := app.storage_take(p_tenant, v_file.size_bytes);
  return v_file;
end $$;
comment on function app.file_slot is
  'A new file that waits for its bytes, {filename, mime_type, size_bytes, upload_metadata?} as declared; its quota is '
  'taken from now on. storage_key is where pieces lie, and what is uploaded past us (uploadKey of '
  'src/storage/storage.ts)';
