create or replace function app.object_type_parts(p_type app.object_types, p_parts jsonb)
returns jsonb
language plpgsql stable as $$
begin
  return case when p_parts ? 'properties' then json_build_object('properties', (
      select coalesce(json_agg(app.property_json(row(p.*)::app.properties) order by p.name), '[]')
      from app.properties p
      where p.tenant_id = p_type.tenant_id and p.object_type_id = p_type.id))::jsonb
    else '{}' end
    || case when p_parts ? 'relations' then json_build_object('relations', (
      select coalesce(json_agg(r order by r.name, r.association_type), '[]')
      from app.object_type_relations(p_type) r))::jsonb
    else '{}' end;
end $$;
comment on function app.object_type_parts is
  'The parts of an object type that are asked for by name, each in order of names: properties, and relations to other types';
