create or replace function worker.blobs_gone(p_tenant text, p_keys text[])
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  delete from app.blobs b
  where b.tenant_id = p_tenant and b.storage_key = any (p_keys) and b.is_going;
end $$;
comment on function worker.blobs_gone is
  'The bytes of these keys (worker.blobs_claim) are not in the storage any more: their rows go, and '
  'those of the images made of them';
