create or replace function api.data_export_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_export app.exports := app.export_find(tenant, args->>'export_id');
begin
  if v_export.status = 'failed' then
    perform app.fail(409, 'INVALID_STATE',
      format('The export failed: %s Start a new export.', v_export.error->>'message'),
      jsonb_build_object('status', 'failed', 'error', v_export.error));
  elsif v_export.status = 'expired' then
    perform app.fail(410, 'GONE', 'The export has expired: its file is kept for 7 days. Start '
      'another one.', jsonb_build_object('status', 'expired'));
  end if;
  -- Of a large one, where its bytes are; small ones come by api.data_export_chunk.
  return json_build_object('export', app.export_json(v_export), 'stored', (
    select json_build_object('storage_key', b.storage_key, 'checksum', b.checksum)
    from app.blobs b where b.tenant_id = tenant and b.storage_key = v_export.storage_key));
end $$;
comment on function api.data_export_get is
  'Returns an export and, for a large one, where its file is stored';
