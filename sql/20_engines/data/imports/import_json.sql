create or replace function app.import_json(p_import app.imports, p_with_errors boolean default true)
returns json
language sql stable as $$
  select json_build_object('import_id', p_import.id, 'status', p_import.status,
    'object_type_id', p_import.object_type_id, 'format', p_import.format, 'mode', p_import.mode,
    'total', p_import.total, 'created', p_import.created, 'updated', p_import.updated,
    'skipped', p_import.skipped, 'failed', p_import.failed,
    'errors', case when p_with_errors then p_import.errors else '[]' end,
    'tx_id', p_import.tx_id::text, 'duration_ms', p_import.duration_ms,
    'created_by', p_import.created_by, 'created_at', p_import.created_at,
    'undone_at', p_import.undone_at)
$$;
comment on function app.import_json is 'An import as the API shows it; lists leave its errors out';
