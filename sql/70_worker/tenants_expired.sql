create or replace function worker.tenants_expired(p_limit integer)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_parents text[] := array(
    select distinct t.parent_tenant_id from app.tenants t
    where t.parent_tenant_id is not null and t.status <> 'deleted');
  v_living text[];
begin
  -- A cluster has parents on other nodes: no join.
  if v_parents <> '{}' then
    v_living := array(
      select t.tenant_id from app.tenants t
      where t.tenant_id = any (v_parents) and t.status <> 'deleted');
  end if;
  return json_build_object(
    'expired', array(
      select t.tenant_id from app.tenants t
      where t.expires_at <= v_now and t.status not in ('deleted', 'provisioning')
      order by t.expires_at limit p_limit),
    'orphans', array(
      select t.tenant_id from app.tenants t
      where t.parent_tenant_id = any (v_parents) and t.parent_tenant_id <> all (v_living)
        and t.status not in ('deleted', 'provisioning')
      order by t.tenant_id limit p_limit));
end $$;
comment on function worker.tenants_expired is
  'Tenants to delete now: {expired, orphans}, whose expires_at has passed, and sandboxes without the tenant that made them';
