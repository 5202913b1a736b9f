create or replace function app.file_link(p_file app.files, p_type text, p_object_id text)
returns app.files
language plpgsql stable as $$
declare
  v_tenant text := p_file.tenant_id;
  v_type app.object_types;
  v_object app.objects;
begin
  if p_type is null and p_object_id is null then
    p_file.object_type_id := null;
    p_file.object_id := null;
    return p_file;
  elsif p_type is null or p_object_id is null then
    perform app.invalid(case when p_type is null then 'object_type_id' else 'object_id' end,
      'required', 'is missing: send object_type_id and object_id together to name the object that '
      'the file belongs to');
  end if;
  v_type := app.object_type_find(v_tenant, p_type);
  -- Linking a file to an object reveals something of it: users who may only read objects cannot.
  perform app.permission_check('objects:write');
  if app.is_type_limited() then perform app.type_permission_check(v_type, 'write'); end if;
  select * into v_object from app.objects o
  where o.tenant_id = v_tenant and o.object_type_id = v_type.id and o.id = p_object_id
    and not o.is_deleted;
  if not found or not app.policy_shows(v_type, v_object) then
    perform app.not_found('object', p_object_id);
  end if;
  if app.type_is_guarded(v_type.policies, v_type.user_access) then
    perform app.policy_check(v_type, 'update', array[v_object]);
  end if;
  p_file.object_type_id := v_type.id;
  p_file.object_id := v_object.id;
  return p_file;
end $$;
comment on function app.file_link is
  'Returns a file as it belongs to an object, or to none (both null); anyone who attaches one '
  'needs to see and update the object: 404, 403 FORBIDDEN, POLICY_DENIED';
