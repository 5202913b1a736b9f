create or replace function worker.directories_purge(p_deleted text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from app.tenants t where t.tenant_id = p_deleted and t.status = 'deleted') then
    return;
  end if;
  delete from app.tenant_hosts h where h.tenant_id = p_deleted;
  delete from app.email_tenants e where e.tenant_id = p_deleted;
  delete from app.tenant_addresses a where a.tenant_id = p_deleted;
end $$;
comment on function worker.directories_purge is
  'Removes what leads to a deleted tenant. As their owner, because directories lie on every node, '
  'and where the tenant''s rows lie is of no matter to them';
