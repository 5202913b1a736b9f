create or replace function app.record_bytes(p_tenant text, p_checksum text, p_bytes jsonb)
returns text
language plpgsql volatile as $$
declare v_key text;
begin
  select b.storage_key into v_key from app.blobs b
  where b.tenant_id = p_tenant and b.checksum = p_checksum and not b.is_going limit 1 for share;
  if v_key is null and p_bytes ? p_checksum then
    v_key := app.blob_keep(p_tenant, p_bytes #>> array[p_checksum, 'key'], p_checksum,
      (p_bytes #>> array[p_checksum, 'size'])::bigint);
  end if;
  return v_key;
end $$;
comment on function app.record_bytes is
  'The key of bytes for a restored file: of those that the tenant has, or of those that were put for it (p_bytes); null where '
  'there are neither. The caller adds the version that needs them';
