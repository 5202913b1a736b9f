create or replace function app.files_of(
  p_type app.object_types, p_ids text[], p_limit_each integer)
returns jsonb
language plpgsql stable as $$
declare v_sight jsonb := app.file_sight(p_type.tenant_id);
begin
  perform app.permission_check('files:read');
  return (
    select coalesce(json_object_agg(i.id, (
      select coalesce(json_agg(app.file_json(u.file)::jsonb order by (u.file).id desc)::jsonb, '[]')
      from (
        select row(f.*)::app.files as file from app.files f
        where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id
          and f.object_id = i.id and not f.is_deleted
          and (v_sight is null or app.file_shows(v_sight, row(f.*)::app.files))
        order by f.id desc limit p_limit_each) u))::jsonb, '{}')
    from unnest(p_ids) i(id));
end $$;
comment on function app.files_of is
  'The files of a page of objects that the caller sees, {object id: [files]}, newest first and up '
  'to p_limit_each of each object. 403 for users whose roles do not permit files:read';
