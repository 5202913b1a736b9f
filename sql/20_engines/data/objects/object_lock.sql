create or replace function app.object_lock(
  p_type app.object_types, args jsonb, p_is_deleted boolean default false)
returns app.objects
language plpgsql volatile as $$
declare v_object app.objects;
begin
  select * into v_object from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
    and o.id = args->>'object_id' and (p_is_deleted is null or o.is_deleted = p_is_deleted)
  for update;
  if not found or not app.policy_shows(p_type, v_object) then
    perform app.not_found('object', args->>'object_id');
  end if;
  if args ?| '{if_match,version}' then
    perform app.version_check(v_object.version, args);
  end if;
  return v_object;
end $$;
comment on function app.object_lock is
  'The object args.object_id, locked; '
  '404, or 412 or 409 when If-Match or version say another version';
