create or replace function worker.staging_file(p_tenant text, p_checksum text, p_key text, p_size bigint)
returns boolean
language plpgsql volatile as $$
declare
  v_awaited text := p_tenant || '/snapshot/' || p_checksum;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  v_done := app.staging_check(p_tenant);
  -- A second blob of the same bytes may be there while the first one is on its way out.
  update app.blobs b set is_going = true
  where b.tenant_id = p_tenant and b.storage_key = v_awaited and b.size_bytes = p_size;
  if not found then return false; end if;
  insert into app.blobs (tenant_id, storage_key, checksum, size_bytes) values (p_tenant, p_key, p_checksum, p_size);
  update app.file_versions v set storage_key = p_key where v.tenant_id = p_tenant and v.storage_key = v_awaited;
  update app.files f set storage_key = p_key
  where f.tenant_id = p_tenant and f.storage_key = v_awaited and f.id in (
    select v.file_id from app.file_versions v where v.tenant_id = p_tenant and v.storage_key = p_key);
  delete from app.blobs b where b.tenant_id = p_tenant and b.storage_key = v_awaited;
  return true;
end $$;
comment on function worker.staging_file is
  'Puts the bytes that lie under p_key in the place that the files of a tenant that is being loaded keep for them; false when none '
  'awaits bytes of this checksum and size';
