create or replace function worker.tenant_purge(p_tenant text, p_resource_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_table regclass;
  v_removed integer;
begin
  perform set_config('app.tenant_id', p_tenant, true);
  if not exists (
    select 1 from app.tenants t where t.tenant_id = p_tenant and t.status = 'deleted') then
    return true;
  end if;
  perform app.directories_clear(p_tenant);
  foreach v_table in array worker.tenant_tables() loop
    execute format(
      'delete from %s where ctid = any (array('
      'select ctid from %s where tenant_id = $1 limit 5000)) and tenant_id = $1',
      v_table, v_table) using p_tenant;
    get diagnostics v_removed = row_count;
    if v_removed > 0 then return false; end if;
  end loop;
  return true;
end $$;
comment on function worker.tenant_purge is
  'Removes the next rows of a deleted tenant; true when nothing is left. '
  'The journal stays until its retention ends';
