create or replace function worker.export_end(
  p_tenant text, p_export_id text, p_row_count integer, p_made jsonb, p_error jsonb)
returns text
language plpgsql volatile as $$
declare
  v_export app.exports;
  v_now timestamptz;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  select * into v_export from app.exports e
  where e.tenant_id = p_tenant and e.id = p_export_id and e.status = 'running' for update;
  if not found then return null; end if;
  -- With it, not after it: the next export must find the queue empty.
  delete from app.work w
  where w.tenant_id = p_tenant and w.kind = 'task' and w.id = 'export ' || p_export_id;
  v_done := app.act_as(v_export.principal || '{"uncounted": true}');
  if p_error is null then
    v_export.storage_key := app.blob_keep(
      p_tenant, p_made->>'key', p_made->>'checksum', (p_made->>'size')::bigint);
    -- Its row says that the tenant has something in the storage.
    v_done := app.storage_take(p_tenant, 0);
    perform app.export_complete(v_export, p_row_count, (p_made->>'size')::bigint);
    perform app.dead_letter_settle(p_tenant, 'export', p_export_id);
    return v_export.storage_key;
  end if;
  v_now := clock_timestamp();
  update app.exports e set status = 'failed', error = p_error, finished_at = v_now
  where e.tenant_id = p_tenant and e.id = p_export_id returning * into v_export;
  v_done := app.journal_write(p_tenant, 'export.failed', 'export', p_export_id,
    app.export_json(v_export), p_object_type_id => v_export.object_type_id);
  perform app.export_give_up(v_export);
  return null;
end $$;
comment on function worker.export_end is
  'Ends an export: completed, its bytes stored as p_made says, {key, checksum, size}; or failed with '
  '{code, message}. Answers where the bytes are kept, under their key or where the tenant had the same '
  'ones; null when no one wants them';
