create or replace function worker.tenant_erase_again(p_tenant text, p_at timestamptz, p_journal_until timestamptz)
returns boolean
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenant app.tenants;
begin
  perform app.stay(p_tenant), app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_tenant from app.tenants t
  where t.tenant_id = p_tenant and t.status <> 'deleted' for update;
  if not found then return false; end if;
  perform app.tenant_remove(v_tenant);
  update app.erasures e set requested_at = p_at, journal_until = p_journal_until, noted_at = v_now
  where e.about_tenant = p_tenant;
  return true;
end $$;
comment on function worker.tenant_erase_again is
  'Deletes a tenant that was deleted after the moment to which the installation is restored; false where it is not there';
