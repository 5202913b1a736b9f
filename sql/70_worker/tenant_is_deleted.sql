create or replace function worker.tenant_is_deleted(p_tenant text)
returns boolean
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return exists (
    select 1 from app.tenants t where t.tenant_id = p_tenant and t.status = 'deleted');
end $$;
comment on function worker.tenant_is_deleted is
  'Whether a tenant is deleted, which is final: what else there is of it may go';
