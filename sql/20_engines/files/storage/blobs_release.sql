create or replace function app.blobs_release(p_tenant text, p_keys text[], p_bytes bigint)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  -- The bytes before the quota, as uploads lock them: so neither blocks the other.
  update app.blobs b set unused_since = v_now
  where b.tenant_id = p_tenant and b.storage_key = any (p_keys);
  v_done := app.storage_take(p_tenant, -p_bytes);
end $$;
comment on function app.blobs_release is
  'Versions with these bytes are gone: their quota is free again, and the bytes are marked for '
  'worker.blobs_claim, which looks whether others need them. The caller holds the lock of the files';
