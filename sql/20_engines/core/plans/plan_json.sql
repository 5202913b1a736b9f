create or replace function app.plan_json(p_plan app.plans)
returns json
language sql stable as $$
  select json_build_object('id', p_plan.plan_tier, 'name', p_plan.name,
    'description', p_plan.description, 'is_public', p_plan.is_public, 'currency', p_plan.currency,
    'price_month', app.money_text(p_plan.price_month, p_plan.currency),
    'price_year', app.money_text(p_plan.price_year, p_plan.currency),
    'price_ids', p_plan.price_ids,
    'limits', json_build_object('api_calls', p_plan.api_calls,
      'storage_bytes', p_plan.storage_bytes, 'objects', p_plan.objects,
      'object_types', p_plan.object_types, 'users', p_plan.users, 'webhooks', p_plan.webhooks,
      'functions', p_plan.functions, 'sandboxes', p_plan.sandboxes, 'rpm', p_plan.requests_per_minute,
      'audit_days', p_plan.audit_days, 'caused_writes', p_plan.caused_writes,
      'caused_mails', p_plan.caused_mails, 'caused_calls', p_plan.caused_calls,
      'mails_per_recipient', p_plan.mails_per_recipient,
      'mails_per_hour', p_plan.mails_per_hour),
    'updated_at', p_plan.updated_at)
$$;
comment on function app.plan_json is
  'Returns a plan as the operator sees it; a limit of null means unlimited';
