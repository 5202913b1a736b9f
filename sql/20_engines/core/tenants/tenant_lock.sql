create or replace function app.tenant_lock(p_id text)
returns app.tenants
language plpgsql volatile as $$
declare v_tenant app.tenants;
begin
  select * into v_tenant from app.tenants t
  where t.tenant_id = p_id and t.status <> 'deleted' for update;
  perform app.tenant_whole_check(p_id);
  return v_tenant;
end $$;
comment on function app.tenant_lock is
  'A tenant for /admin to change, locked; 404, or 409 for one that is being loaded';
