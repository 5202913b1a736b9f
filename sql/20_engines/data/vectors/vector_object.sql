create or replace function app.vector_object(p_tenant text, p_type_id text, p_id text)
returns app.objects
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_object app.objects;
begin
  select * into v_type from app.object_types t where t.tenant_id = p_tenant and t.id = p_type_id;
  select * into v_object from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = p_type_id and o.id = p_id and not o.is_deleted;
  -- Searching vectors takes ai:use, which is no right to objects.
  if v_object.id is null or not app.type_is_permitted(v_type, 'read') or exists (
    select 1 from app.parties() u where not app.permission_covers(app.permissions_of(u), 'objects:read'))
    or not app.policy_shows(v_type, v_object) then return null; end if;
  return v_object;
end $$;
comment on function app.vector_object is
  'The object that a vector stands for; null where it is in the trash or gone, or the caller may not see it';
