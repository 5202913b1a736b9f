create or replace function worker.storage_tenants(
  p_after text, p_limit integer, p_is_due boolean)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare v_stale timestamptz := app.stale_before();
begin
  return array(
    select u.tenant_id from app.storage_usage u
    where u.tenant_id > p_after and (not p_is_due
      or exists (
        select 1 from app.blobs b where b.tenant_id = u.tenant_id and b.unused_since is not null)
      or exists (
        select 1 from app.files f
        where f.tenant_id = u.tenant_id and f.status = 'pending' and f.created_at < v_stale))
    order by u.tenant_id limit p_limit);
end $$;
comment on function worker.storage_tenants is
  'The next p_limit tenants after p_after that have ever had files; or (p_is_due) those with bytes '
  'that nothing may need or uploads that never came';
