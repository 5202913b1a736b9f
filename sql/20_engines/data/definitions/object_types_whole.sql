create or replace function app.object_types_whole(p_tenant text, p_parts jsonb)
returns json
language plpgsql stable as $$
begin
  return (
    select app.listed(json_agg(app.json_joined(app.object_type_json(row(t.*)::app.object_types),
        case when p_parts ? 'properties' then json_build_object('properties', (
          select coalesce(json_agg(app.property_json(row(p.*)::app.properties) order by p.name), '[]')
          from app.properties p where p.tenant_id = p_tenant and p.object_type_id = t.id)) end,
        case when p_parts ? 'relations'
          then json_build_object('relations', coalesce(r.relations, '[]')) end)
      order by t.id desc), count(*))
    from app.object_types t
    -- All relations are read once, whatever the number of types.
    left join (select * from app.type_relations(p_tenant) where p_parts ? 'relations' offset 0) r on r.type_id = t.id
    where t.tenant_id = p_tenant);
end $$;
comment on function app.object_types_whole is
  'The answer of the list of object types, each with those of its parts that are named, in order of their names: properties, '
  'and relations as app.type_relations';
