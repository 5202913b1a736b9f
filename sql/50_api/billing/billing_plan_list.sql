create or replace function api.billing_plan_list(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_build_object('plans', coalesce(json_agg(json_build_object(
    'plan_tier', p.plan_tier, 'name', p.name, 'description', p.description,
    'currency', p.currency, 'price_month', p.price_month::text, 'price_year', p.price_year::text,
    'limits', json_build_object('api_calls', p.api_calls, 'storage_bytes', p.storage_bytes,
      'objects', p.objects, 'object_types', p.object_types, 'users', p.users,
      'webhooks', p.webhooks, 'functions', p.functions, 'rpm', p.requests_per_minute,
      'audit_days', p.audit_days)) order by p.price_month nulls last, p.plan_tier), '[]'))
  from app.plans p where p.is_public
$$;
comment on function api.billing_plan_list is 'List the available plans';
