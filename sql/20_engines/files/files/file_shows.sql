create or replace function app.file_shows(p_sight jsonb, p_file app.files)
returns boolean
language plpgsql stable as $$
begin
  if p_sight is null or p_file.access = 'public' or p_file.uploaded_by = p_sight->>'user' then
    return true;
  end if;
  if p_file.access = 'private' and not (p_sight->'is_manager')::boolean then return false; end if;
  return p_file.object_id is null or app.policies_show(nullif(p_sight->'policies', 'null'),
    p_file.tenant_id, p_file.object_type_id, p_file.object_id);
end $$;
comment on function app.file_shows is
  'Whether the caller sees a file: public ones and their own always; of the others, private ones '
  'only as a key or manager, and what belongs to an object only with the object (p_sight of '
  'app.file_sight)';
