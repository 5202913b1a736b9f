create or replace function app.subscription_json(p_tenant text)
returns jsonb
language sql stable as $$
  select jsonb_build_object('plan_tier', t.plan_tier, 'status', coalesce(s.status, 'none'),
    'provider', s.provider, 'interval', s."interval", 'seats', coalesce(s.seats, 1),
    'current_period_start', s.current_period_start, 'current_period_end', s.current_period_end,
    'cancel_at_period_end', coalesce(s.cancel_at_period_end, false), 'trial_end', s.trial_end,
    'past_due_since', s.past_due_since)
  from app.tenants t left join app.subscriptions s on s.tenant_id = t.tenant_id
  where t.tenant_id = p_tenant
$$;
comment on function app.subscription_json is 'The subscription of a tenant, as it is shown to it';
