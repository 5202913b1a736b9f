create or replace function app.error_json(p_group app.error_groups)
returns json
language sql stable as $$
  select json_build_object('id', p_group.id, 'error_id', p_group.id,
    'fingerprint', p_group.fingerprint, 'message', p_group.message, 'source', p_group.source,
    'level', p_group.level, 'path', p_group.path, 'release', p_group.release,
    'environment', p_group.environment, 'status', p_group.status, 'count', p_group.reports,
    'regressions', p_group.regressions, 'first_seen_at', p_group.first_seen_at,
    'last_seen_at', p_group.last_seen_at, 'resolved_at', p_group.resolved_at,
    'reopened_at', p_group.reopened_at, 'updated_at', p_group.updated_at)
$$;
comment on function app.error_json is 'An error as lists and events show it';
