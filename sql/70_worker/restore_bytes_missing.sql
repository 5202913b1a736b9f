create or replace function worker.restore_bytes_missing(p_tenant text, p_checksums text[])
returns text[]
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return array(
    select c from unnest(p_checksums) c where not exists (
      select 1 from app.blobs b where b.tenant_id = p_tenant and b.checksum = c and not b.is_going));
end $$;
comment on function worker.restore_bytes_missing is 'Those of some checksums of which a tenant has no bytes';
