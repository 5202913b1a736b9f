create or replace function app.graphql_definition(p_tenant text)
returns json
language plpgsql stable as $$
begin
  return json_build_object(
    'types', (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name,
        'display_name', t.display_name, 'properties', t.definition) order by t.id), '[]')
      from app.object_types t where t.tenant_id = p_tenant),
    'associations', (
      select coalesce(json_agg(json_build_object('name', a.name, 'inverse_name', a.inverse_name,
        'from', a.from_type_id, 'to', a.to_type_id) order by a.id), '[]')
      from app.association_types a where a.tenant_id = p_tenant));
end $$;
comment on function app.graphql_definition is
  'Returns the definition of a tenant''s GraphQL schema: its object types with their properties, '
  'and its association types, the oldest first, which keep their names where newer ones collide '
  'with them';
