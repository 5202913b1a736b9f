create or replace function worker.storage_count(p_tenant text, p_before timestamptz)
returns bigint
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return (
    select count(*) from app.blobs b
    where b.tenant_id = p_tenant and b.created_at < p_before and not b.is_going)
    + (
    select count(*) from app.file_variants v
    where v.tenant_id = p_tenant and v.created_at < p_before);
end $$;
comment on function worker.storage_count is
  'How many keys of a tenant have to be in the storage, of those kept since before p_before';
