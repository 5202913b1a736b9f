create or replace function app.file_is_own(p_file app.files)
returns boolean
language sql stable as $$
  select app.files_managed()
    or coalesce(p_file.uploaded_by = app.principal()->>'user_id', false)
$$;
comment on function app.file_is_own is
  'Whether the caller may change a file: his own, or any (app.files_managed)';
