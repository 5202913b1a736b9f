create or replace function app.unique_fail(
  p_type app.object_types, p_property_id text, p_properties jsonb)
returns void
language plpgsql stable as $$
declare
  v_object app.objects;
  v_name text := (select key from jsonb_each(p_type.definition) where value->>'id' = p_property_id);
  v_value jsonb := p_properties->v_name;
  v_text text := app.index_text(v_value);
  v_number double precision := app.index_number(v_value);
  v_existing text := (
    select x.object_id from app.object_index x
    where x.tenant_id = p_type.tenant_id and x.property_id = p_property_id and x.is_unique
      and x.text_value = v_text and x.number_value = v_number);
begin
  if v_existing is not null and app.type_is_guarded(p_type.policies, p_type.user_access) then
    select * into v_object from app.objects o
    where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and o.id = v_existing;
    if not app.policy_shows(p_type, v_object) then v_existing := null; end if;
  end if;
  perform app.fail(409, 'UNIQUE_VIOLATION',
    format('%s of %s must be unique, and %s is already taken. Send a different value.',
      v_name, p_type.name, left(v_value::text, 100)),
    jsonb_build_object('property', v_name, 'value', v_value, 'existing_id', v_existing),
    'properties.' || v_name);
end $$;
comment on function app.unique_fail is
  'Refuses with 409 UNIQUE_VIOLATION and names the property, the value and the object that holds '
  'it, unless the caller may not see that object';
