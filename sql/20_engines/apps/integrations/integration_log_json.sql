create or replace function app.integration_log_json(p_log app.integration_logs, p_is_hidden boolean)
returns json
language sql stable as $$
  select json_build_object('id', p_log.id, 'integration_id', p_log.integration_id, 'sync_id', p_log.sync_id,
    'level', p_log.level, 'direction', p_log.direction, 'status', p_log.status, 'message', case when p_is_hidden then p_log.status else p_log.message end,
    'records_processed', p_log.records_processed, 'records_failed', p_log.records_failed, 'error', case when not p_is_hidden then p_log.error end,
    'created_at', p_log.created_at)
$$;
comment on function app.integration_log_json is
  'Returns a line of the log of an integration as the API shows it; without its text, which may '
  'quote records, to callers whom app.log_keeps_out excludes';
