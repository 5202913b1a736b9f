create or replace function app.version_json(
  p_version app.object_versions, p_before app.object_versions)
returns json
language sql stable as $$
  select json_build_object('version', p_version.version, 'object_id', p_version.object_id,
    'object_type_id', p_version.object_type_id, 'properties', p_version.properties,
    'changed', (
      select coalesce(json_agg(k order by k), '[]')
      from jsonb_object_keys(coalesce(p_before.properties, '{}') || p_version.properties) k
      where p_before.properties->k is distinct from p_version.properties->k),
    'operation', p_version.operation, 'is_deleted', p_version.is_deleted,
    'created_at', p_version.created_at, 'created_by', p_version.created_by,
    'tx_id', p_version.tx_id::text)
$$;
comment on function app.version_json is
  'A past state of an object, with the names of what differs from the state before it';
