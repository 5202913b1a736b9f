create or replace function app.plan_limits(p_tenant text)
returns jsonb
language sql stable as $$
  select jsonb_build_object('api_calls', p.api_calls, 'storage_bytes', p.storage_bytes,
      'objects', p.objects, 'object_types', p.object_types, 'users', p.users,
      'webhooks', p.webhooks, 'functions', p.functions, 'rpm', p.requests_per_minute,
      'audit_days', p.audit_days)
    || app.jsonb_pick(t.limits, array['api_calls', 'storage_bytes', 'objects', 'object_types',
      'users', 'webhooks', 'functions', 'rpm', 'audit_days'])
    || case when t.limits ? 'requests_per_minute'
      then jsonb_build_object('rpm', t.limits->'requests_per_minute') else '{}' end
  from app.tenants t join app.plans p on p.plan_tier = app.plan_of(t.tenant_id)
  where t.tenant_id = p_tenant
$$;
comment on function app.plan_limits is
  'What a tenant may use {api_calls, storage_bytes, objects, object_types, users, webhooks, '
  'functions, rpm, audit_days}: by its own limits, else its plan''s; null: no limit';
