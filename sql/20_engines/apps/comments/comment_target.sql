create or replace function app.comment_target(p_tenant text, args jsonb)
returns app.comments
language plpgsql stable as $$
declare
  v_target app.comments;
  v_type app.object_types;
begin
  v_target.tenant_id := p_tenant;
  if args ? 'file_id' then
    perform app.permission_check('files:read');
    v_target.file_id := (app.file_find(p_tenant, args->>'file_id')).id;
  elsif args ?& '{object_type_id,object_id}' then
    v_type := app.object_type_find(p_tenant, args->>'object_type_id');
    v_target.object_type_id := v_type.id;
    v_target.object_id := (
      select o.id from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = args->>'object_id'
        and not o.is_deleted and app.policy_shows(v_type, row(o.*)::app.objects));
    if v_target.object_id is null then perform app.not_found('object', args->>'object_id'); end if;
  end if;
  return v_target;
end $$;
comment on function app.comment_target is
  'A comment that is empty but for what it is on: the object or file that args name and the caller '
  'sees, or neither; 404';
