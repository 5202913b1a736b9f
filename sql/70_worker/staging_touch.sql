create or replace function worker.staging_touch(p_tenant text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  update app.tenants t set updated_at = v_now
  where t.tenant_id = p_tenant and t.status = 'provisioning' and t.status_reason is distinct from 'removed';
  return found;
end $$;
comment on function worker.staging_touch is
  'Says that a tenant is still being loaded, or looked at; false when it is gone. What no process touches for ten minutes is removed '
  '(worker.stagings_left)';
