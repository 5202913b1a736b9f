create or replace function app.export_json(p_export app.exports)
returns json
language sql stable as $$
  select json_build_object('export_id', p_export.id, 'id', p_export.id, 'status', p_export.status,
    'object_type_id', p_export.object_type_id, 'format', p_export.format,
    'filename', p_export.filename, 'row_count', p_export.row_count,
    'size_bytes', p_export.size_bytes, 'error', p_export.error,
    'download_url', case when p_export.status in ('pending', 'running', 'completed')
      then '/v1/data/export/' || p_export.id end,
    'created_by', p_export.created_by, 'created_at', p_export.created_at,
    'started_at', p_export.started_at, 'finished_at', p_export.finished_at,
    'expires_at', p_export.expires_at)
$$;
comment on function app.export_json is 'An export as the API shows it';
