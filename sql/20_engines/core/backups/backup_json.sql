create or replace function app.backup_json(p_backup app.backups)
returns json
language sql stable as $$
  select json_build_object('id', p_backup.id, 'tenant_id', p_backup.about_tenant,
    'type', p_backup.type, 'source', p_backup.source, 'label', p_backup.label,
    'status', p_backup.status, 'progress', json_build_object(
      'done', p_backup.done, 'total', p_backup.total, 'unit', p_backup.unit),
    'format', case
      when p_backup.source = 'external' then null
      when p_backup.type = 'full' then 'insula-backups/1'
      else 'insula-snapshot/1' end, 'size_bytes', p_backup.size_bytes,
    'checksum', p_backup.checksum, 'encrypted', p_backup.lock is not null,
    'secrets', coalesce((p_backup.options->>'secrets')::boolean, false),
    'row_counts', app.kind_counts(p_backup.row_counts), 'files', p_backup.files,
    'snapshot_at', p_backup.snapshot_at, 'feed_place', p_backup.feed_place,
    'schema_version', p_backup.schema_version, 'destination', case when p_backup.source = 'external' then 'external'
      else coalesce(p_backup.options->>'destination', 'disk') end,
    'verify_status', p_backup.verify_status, 'verified_at', p_backup.verified_at,
    'verify', p_backup.verify, 'expires_at', nullif(p_backup.expires_at, 'infinity'),
    'error', p_backup.error, 'created_by', p_backup.created_by,
    'created_at', p_backup.created_at, 'started_at', p_backup.started_at,
    'finished_at', p_backup.finished_at)
$$;
comment on function app.backup_json is 'A backup as /admin shows it';
