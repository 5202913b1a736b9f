create or replace function app.file_is_own(p_file app.files)
returns boolean
language sql stable as $$
  select bool_and(app.files_managed(p) or coalesce(p_file.uploaded_by = p->>'user_id', false))
  from app.parties() p
$$;
comment on function app.file_is_own is
  'Returns whether the caller may change a file: their own, or any (app.files_managed)';
