create or replace function worker.staging_drop(p_tenant text, p_reason text default null)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_table regclass;
  v_removed integer;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  perform from app.tenants t where t.tenant_id = p_tenant and t.status = 'provisioning'
    and (p_reason is null or t.status_reason in (p_reason, 'removed')) for update;
  if not found then return true; end if;
  update app.tenants t set status_reason = 'removed'
  where t.tenant_id = p_tenant and t.status_reason is distinct from 'removed';
  perform app.directories_clear(p_tenant);
  foreach v_table in array worker.tenant_tables() || '{app.journal,app.journal_seals}'::regclass[] loop
    execute format(
      'delete from %s where tenant_id = $1 and ctid = any (array(select ctid from %s where tenant_id = $1 limit 5000))',
      v_table, v_table) using p_tenant;
    get diagnostics v_removed = row_count;
    if v_removed > 0 then return false; end if;
  end loop;
  delete from app.tenants t where t.tenant_id = p_tenant and t.status = 'provisioning';
  return true;
end $$;
comment on function worker.staging_drop is
  'Removes the next rows of a tenant that is being loaded, its journal and itself last; true when nothing is left. Nothing of it was '
  'ever shown, so nothing is told of it. Another tenant stays as it is, and with p_reason one that is loaded for something else';
