create or replace function app.restore_release(p_restore app.restores)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  update app.tenants t set status = 'active', status_reason = null, updated_at = v_now
  where t.tenant_id = p_restore.target_tenant and t.status = 'migrating' and t.status_reason = p_restore.id
    and exists (select 1 from app.restores r where r.id = p_restore.id and r.status not in ('pending', 'running'));
end $$;
comment on function app.restore_release is
  'Lets the target of a restore that has ended take writes again. As its owner: the operator cancels it in no tenant';
