create or replace function app.plan_of(p_tenant text)
returns text
language sql stable as $$
  select t.plan_tier from app.tenants t where t.tenant_id = p_tenant
$$;
comment on function app.plan_of is 'The plan whose limits a tenant has';
