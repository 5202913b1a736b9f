create or replace function worker.retention_tenants(p_after text, p_limit integer)
returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select s.tenant_id from app.tenant_settings s
    where s.governance ?| '{trash_retention_days,version_retention}' and s.tenant_id > p_after
      -- A tenant that is being loaded loses nothing.
      and exists (
        select 1 from app.tenants t where t.tenant_id = s.tenant_id and t.status <> 'provisioning')
    order by s.tenant_id limit p_limit);
end $$;
comment on function worker.retention_tenants is
  'The next p_limit tenants after p_after whose governance has the worker remove something';
