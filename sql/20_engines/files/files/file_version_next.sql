create or replace function app.file_version_next(p_old app.files, p_new app.files)
returns app.files
language plpgsql volatile as $$
declare v_done text;
begin
  p_new.version := p_old.version + 1;
  p_new.generation := p_old.generation + 1;
  p_new := app.file_save('file.version_created', p_old, p_new);
  perform app.file_version_add(p_new);
  v_done := app.storage_take(p_new.tenant_id, p_new.size_bytes);
  return p_new;
end $$;
comment on function app.file_version_next is
  'Other bytes for a locked file (p_new): its next version, which takes its quota. Signed URLs to '
  'the bytes before end';
