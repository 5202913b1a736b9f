create or replace function worker.tenant_purge(p_tenant text, p_resource_id text)
returns boolean
language plpgsql volatile as $$
declare
  v_purge text := 'tenant_purge ' || p_resource_id;
  v_table regclass;
  v_rows text;
  v_removed integer;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  if not exists (
    select 1 from app.tenants t where t.tenant_id = p_tenant and t.status = 'deleted') then
    return true;
  end if;
  perform app.directories_clear(p_tenant);
  -- The nodes of a cluster have no logins of tenants.
  if to_regnamespace('logins') is not null then perform logins.remove(p_tenant); end if;
  foreach v_table in array worker.tenant_tables() loop
    v_rows := 'tenant_id = $1';
    -- The work that this is part of stays until it is done.
    if v_table = 'app.work'::regclass then v_rows := v_rows || ' and (kind, id) <> (''task'', $2)'; end if;
    execute format(
      'delete from %s where ctid = any (array(select ctid from %s where %s limit 5000)) and %s',
      v_table, v_table, v_rows, v_rows) using p_tenant, v_purge;
    get diagnostics v_removed = row_count;
    if v_removed > 0 then
      perform app.erasure_count(p_tenant, substr(v_table::text, 5), v_removed);
      return false;
    end if;
  end loop;
  return true;
end $$;
comment on function worker.tenant_purge is
  'Removes the next rows of a deleted tenant; true when nothing is left. '
  'The journal stays: worker.journal_erase';
