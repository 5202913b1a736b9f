create or replace function worker.tenant_is_known(p_tenant text)
returns boolean
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return exists (select 1 from app.tenants t where t.tenant_id = p_tenant);
end $$;
comment on function worker.tenant_is_known is
  'Whether there is a tenant of an id, or was one: the bytes of any other may go';
