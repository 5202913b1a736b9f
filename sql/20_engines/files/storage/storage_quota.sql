create or replace function app.storage_quota(p_tenant text)
returns bigint
language sql stable as $$
  select case when t.limits ? 'storage_bytes' then (t.limits->>'storage_bytes')::bigint
    else p.storage_bytes end
  from app.tenants t join app.plans p on p.plan_tier = app.plan_of(t.tenant_id)
  where t.tenant_id = p_tenant
$$;
comment on function app.storage_quota is
  'How many bytes a tenant''s files may take: by its own limit, else its plan''s; null: no limit';
