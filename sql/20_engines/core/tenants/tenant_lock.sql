create or replace function app.tenant_lock(p_id text)
returns app.tenants
language plpgsql volatile as $$
declare v_tenant app.tenants;
begin
  select * into v_tenant from app.tenants t
  where t.tenant_id = p_id and t.status <> 'deleted' for update;
  if not found then perform app.not_found('tenant', p_id); end if;
  return v_tenant;
end $$;
comment on function app.tenant_lock is
  'A tenant for /admin to change, locked; 404';
