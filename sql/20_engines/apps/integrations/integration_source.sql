create or replace function app.integration_source(p_integration app.integrations)
returns json
language plpgsql stable as $$
declare v_type app.object_types;
begin
  if p_integration.object_type_id is null then
    perform app.fail(409, 'INVALID_STATE', 'This integration has no object type. Set object_type_id first.');
  end if;
  v_type := app.object_type_find(p_integration.tenant_id, p_integration.object_type_id);
  return json_build_object('id', p_integration.id, 'provider', p_integration.provider, 'config', p_integration.config_json,
    'secrets', p_integration.secrets, 'mapping', p_integration.mapping, 'modified_from', p_integration.modified_from,
    'direction', p_integration.sync_direction, 'cursor', p_integration.cursor, 'properties', (
      select coalesce(json_agg(json_build_object('name', p.name, 'data_type', p.data_type) order by p.id), '[]')
      from app.properties p
      where p.tenant_id = p_integration.tenant_id and p.object_type_id = v_type.id));
end $$;
comment on function app.integration_source is
  'Returns the data of an integration for the process that calls the other system, with its '
  'secrets sealed; 409 when it has no object type';
