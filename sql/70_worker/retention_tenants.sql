create or replace function worker.retention_tenants(p_after text, p_limit integer)
returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select s.tenant_id from app.tenant_settings s
    where s.governance ?| '{trash_retention_days,version_retention}' and s.tenant_id > p_after
    order by s.tenant_id limit p_limit)
$$;
comment on function worker.retention_tenants is
  'The next p_limit tenants after p_after whose governance has the worker remove something';
