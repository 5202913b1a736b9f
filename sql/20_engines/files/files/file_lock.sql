create or replace function app.file_lock(
  p_tenant text, args jsonb, p_is_deleted boolean default false)
returns app.files
language plpgsql volatile as $$
declare
  v_file app.files;
  v_done text;
begin
  select * into v_file from app.files f
  where f.tenant_id = p_tenant and f.id = args->>'file_id' for update;
  if not found or v_file.is_deleted <> p_is_deleted
    or not app.file_shows(app.file_sight(p_tenant), v_file) then
    perform app.not_found('file', args->>'file_id');
  end if;
  if not app.file_is_own(v_file) then
    perform app.fail(403, 'FORBIDDEN',
      'Only the user who uploaded a file, or a role that permits files:manage, may change it.');
  end if;
  v_done := app.match_check(v_file.revision::text, args);
  return v_file;
end $$;
comment on function app.file_lock is
  'Returns the file args.file_id, locked for a change (p_is_deleted as app.file_find); 404, 403 '
  'for a caller who may only see it, 412 when If-Match names another revision';
