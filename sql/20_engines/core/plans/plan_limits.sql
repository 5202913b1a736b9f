create or replace function app.plan_limits(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare p app.plans := app.plan_held(p_tenant);
begin
  if p.plan_tier is null then return null; end if;
  return jsonb_build_object('api_calls', p.api_calls, 'storage_bytes', p.storage_bytes,
    'objects', p.objects, 'object_types', p.object_types, 'users', p.users,
    'webhooks', p.webhooks, 'functions', p.functions, 'rpm', p.requests_per_minute,
    'audit_days', p.audit_days);
end $$;
comment on function app.plan_limits is
  'Returns the limits of a tenant {api_calls, storage_bytes, objects, object_types, users, '
  'webhooks, functions, rpm, audit_days}: its own, else its plan''s; null: no limit';
