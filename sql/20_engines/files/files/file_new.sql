create or replace function app.file_new(p_tenant text, args jsonb)
returns app.files
language plpgsql volatile as $$
declare v_file app.files;
begin
  v_file.tenant_id := p_tenant;
  v_file.id := app.new_id('file');
  v_file.access := 'private';
  v_file.folder := '';
  v_file.meta := '{}';
  v_file.version := 1;
  v_file.revision := 1;
  v_file.generation := 1;
  v_file.is_deleted := false;
  v_file.uploaded_by := app.principal()->>'user_id';
  v_file.created_at := app.id_time(v_file.id);
  v_file := app.file_merge(v_file, args);
  return v_file;
end $$;
comment on function app.file_new is
  'A new file of the caller''s with the fields of args as app.file_merge reads them, not written yet';
