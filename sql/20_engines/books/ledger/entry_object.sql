create or replace function app.entry_object(p_tenant text, p_object jsonb, p_at text)
returns jsonb
language plpgsql stable as $$
declare
  v_type app.object_types;
  v_object app.objects;
begin
  if p_object is null or p_object = 'null' then return '{}'; end if;
  v_type := app.object_type_find(p_tenant, p_object->>'type', p_at || 'object.type');
  select * into v_object from app.objects o
  where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = p_object->>'id' and not o.is_deleted;
  if not found or not app.policy_shows(v_type, v_object) then
    perform app.fail(404, 'NOT_FOUND', format('There is no object %s here.', left(p_object->>'id', 100)),
      jsonb_build_object('resource', 'object'), p_at || 'object');
  end if;
  return jsonb_build_object('object_type_id', v_type.id, 'object_id', v_object.id);
end $$;
comment on function app.entry_object is 'The object that a line names, which the caller sees: {object_type_id, object_id}, or nothing; 404';
