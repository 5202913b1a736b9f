create or replace function worker.reseal_tenants(p_after text)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select t.tenant_id from app.tenants t where t.tenant_id > p_after order by t.tenant_id limit 500);
end $$;
comment on function worker.reseal_tenants is 'The next 500 tenants, of whatever status, whose secrets are looked at for a reseal';
