create or replace function app.integration_sync_json(p_sync app.integration_syncs)
returns json
language sql stable as $$
  select json_build_object('sync_id', p_sync.id, 'integration_id', p_sync.integration_id, 'status', p_sync.status,
    'trigger', p_sync.trigger, 'records_read', p_sync.read, 'records_created', p_sync.created,
    'records_updated', p_sync.updated, 'records_failed', p_sync.failed, 'records_sent', p_sync.sent,
    'error', p_sync.error, 'started_at', p_sync.started_at, 'finished_at', p_sync.finished_at)
$$;
comment on function app.integration_sync_json is 'A sync as the API shows it';
