create or replace function worker.storage_strangers(p_names text[])
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select t.tenant_id from app.tenants t
    where t.tenant_id = any (p_names) and not exists (
      select 1 from app.storage_usage u where u.tenant_id = t.tenant_id)
    order by t.tenant_id);
end $$;
comment on function worker.storage_strangers is
  'Which of these, that have something in the storage, are tenants and have no files by '
  'worker.storage_tenants: deleted ones, or those whose only uploads failed';
