create or replace function app.property_find(p_type app.object_types, p_reference text)
returns app.properties
language plpgsql stable as $$
declare v_property app.properties;
begin
  select * into v_property from app.properties p
  where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id and p.id = p_reference;
  if not found then perform app.not_found('property', p_reference); end if;
  return v_property;
end $$;
comment on function app.property_find is 'A property of a type by id; 404';
