create or replace function app.tenant_json(p_tenant app.tenants)
returns json
language plpgsql stable as $$
declare
  v_objects bigint;
  v_users bigint;
  v_host text;
begin
  select coalesce(sum(c.live), 0) into v_objects from app.object_counts c
  where c.tenant_id = p_tenant.tenant_id;
  select count(*) into v_users from app.users u where u.tenant_id = p_tenant.tenant_id;
  select h.host into v_host from app.tenant_hosts h where h.tenant_id = p_tenant.tenant_id;
  return app.tenant_counted(p_tenant, v_host,
    json_build_object('objects', v_objects, 'users', v_users));
end $$;
comment on function app.tenant_json is 'A tenant as /admin shows it, with its counts; in the tenant';
