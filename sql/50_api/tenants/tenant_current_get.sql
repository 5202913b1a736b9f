create or replace function api.tenant_current_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.tenant_own_json(row(t.*)::app.tenants) from app.tenants t where t.tenant_id = tenant
$$;
comment on function api.tenant_current_get is 'Get your tenant';
