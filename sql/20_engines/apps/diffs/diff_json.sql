create or replace function app.diff_json(p_diff app.diffs)
returns json
language sql stable as $$
  select json_build_object('id', p_diff.id, 'tenant_id', p_diff.tenant_id,
    'with', case when p_diff.with_backup is null then json_build_object('tenant_id', p_diff.with_tenant)
      else json_build_object('backup_id', p_diff.with_backup) end, 'sections', p_diff.sections,
    'types', p_diff.types, 'match', p_diff.match, 'ignore', p_diff.ignored,
    'status', p_diff.status,
    'progress', json_build_object('done', p_diff.done, 'total', null, 'unit', 'records'),
    'summary', p_diff.summary, 'changes', p_diff.found, 'truncated', p_diff.is_truncated,
    'apply', (
      select app.restore_json(row(r.*)::app.restores) from app.restores r where r.id = p_diff.restore_id),
    'error', p_diff.error, 'created_by', p_diff.created_by,
    'created_at', app.utc(p_diff.created_at), 'started_at', app.utc(p_diff.started_at),
    'finished_at', app.utc(p_diff.finished_at))
$$;
comment on function app.diff_json is 'A comparison of two tenants as /admin shows it';
