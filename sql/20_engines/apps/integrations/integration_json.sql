create or replace function app.integration_json(p_integration app.integrations)
returns json
language sql stable as $$
  select json_build_object('id', p_integration.id, 'name', p_integration.name,
    'provider', p_integration.provider, 'object_type_id', p_integration.object_type_id,
    'config_json', p_integration.config_json, 'mapping', p_integration.mapping,
    'match_on', p_integration.match_on, 'conflict', p_integration.conflict,
    'modified_from', p_integration.modified_from, 'sync_direction', p_integration.sync_direction,
    'schedule', p_integration.schedule, 'status', p_integration.status,
    'last_sync_at', p_integration.last_sync_at, 'next_sync_at', (
      select s.next_run_at from app.schedules s
      where s.tenant_id = p_integration.tenant_id and s.kind = 'integration'
        and s.subject_id = p_integration.id),
    'cursor', p_integration.cursor, 'error', p_integration.error,
    'created_by', p_integration.created_by, 'created_at', p_integration.created_at,
    'updated_at', p_integration.updated_at)
$$;
comment on function app.integration_json is 'An integration as the API shows it: its secrets are masked';
