create or replace function app.blob_keep(
  p_tenant text, p_key text, p_checksum text, p_size bigint)
returns text
language plpgsql volatile as $$
declare v_key text;
begin
  loop
    -- The lock keeps worker.blobs_claim from taking them before the version that needs them is there.
    select b.storage_key into v_key from app.blobs b
    where b.tenant_id = p_tenant and b.checksum = p_checksum and not b.is_going for share;
    if found then return v_key; end if;
    insert into app.blobs (tenant_id, storage_key, checksum, size_bytes)
    values (p_tenant, p_key, p_checksum, p_size)
    on conflict do nothing;
    if found then return p_key; end if;
  end loop;
end $$;
comment on function app.blob_keep is
  'Where bytes are kept from now on: under p_key, where they have just been put, or where the '
  'tenant has the same ones already. The caller adds the version that needs them';
