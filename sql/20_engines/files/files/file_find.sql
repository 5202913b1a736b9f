create or replace function app.file_find(
  p_tenant text, p_id text, p_is_deleted boolean default false)
returns app.files
language plpgsql stable as $$
declare v_file app.files;
begin
  select * into v_file from app.files f where f.tenant_id = p_tenant and f.id = p_id;
  if not found or v_file.is_deleted <> p_is_deleted
    or not app.file_shows(app.file_sight(p_tenant), v_file) then
    perform app.not_found('file', p_id);
  end if;
  return v_file;
end $$;
comment on function app.file_find is
  'A file that the caller sees, or 404 (p_is_deleted: in the trash, null: either)';
