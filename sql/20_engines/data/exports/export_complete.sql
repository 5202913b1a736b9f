create or replace function app.export_complete(
  p_export app.exports, p_row_count integer, p_size_bytes bigint)
returns app.exports
language plpgsql volatile as $$
declare
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  update app.exports e set status = 'completed', row_count = p_row_count,
    size_bytes = p_size_bytes, storage_key = p_export.storage_key, finished_at = v_now,
    expires_at = v_now + interval '7 days'
  where e.tenant_id = p_export.tenant_id and e.id = p_export.id
  returning * into p_export;
  v_done := app.journal_write(p_export.tenant_id, 'export.completed', 'export', p_export.id,
    app.export_json(p_export), p_object_type_id => p_export.object_type_id);
  return p_export;
end $$;
comment on function app.export_complete is 'The bytes of an export are there, for seven days';
