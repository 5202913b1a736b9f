create or replace function app.restore_json(p_restore app.restores)
returns json
language sql stable as $$
  select json_build_object('id', p_restore.id, 'backup_id', p_restore.backup_id,
    'mode', p_restore.mode, 'source', p_restore.source, 'status', p_restore.status,
    'source_tenant_id', p_restore.source_tenant, 'target_tenant_id', p_restore.target_tenant,
    'undo_backup_id', p_restore.undo_backup_id, 'progress', json_build_object(
      'done', p_restore.done, 'total', p_restore.total, 'unit', p_restore.unit),
    'report', p_restore.report, 'error', p_restore.error,
    'awaits_confirmation', p_restore.status = 'running' and coalesce(p_restore.options->>'step' = 'planned', false),
    'diff_id', p_restore.options->'diff_id',
    'dry_run', coalesce((p_restore.options->>'dry_run')::boolean, false), 'created_by', p_restore.created_by,
    'created_at', p_restore.created_at, 'started_at', p_restore.started_at,
    'finished_at', p_restore.finished_at)
$$;
comment on function app.restore_json is 'A restore as /admin shows it';
