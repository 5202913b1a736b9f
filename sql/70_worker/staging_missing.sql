create or replace function worker.staging_missing(p_tenant text)
returns bigint
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    select count(*) from app.blobs b
    where b.tenant_id = p_tenant and b.storage_key = p_tenant || '/snapshot/' || b.checksum);
end $$;
comment on function worker.staging_missing is
  'Of how many files the bytes were not in the snapshot that a tenant was loaded from';
