create or replace function app.owner_subscription_json(p_row app.subscriptions, p_tenant app.tenants)
returns json
language sql stable as $$
  select json_build_object('tenant_id', p_tenant.tenant_id, 'tenant_name', p_tenant.name,
    'plan_tier', p_tenant.plan_tier, 'status', coalesce(p_row.status, 'none'),
    'provider', p_row.provider, 'customer_id', p_row.customer_id,
    'subscription_id', p_row.subscription_id, 'interval', p_row."interval",
    'seats', coalesce(p_row.seats, 1), 'currency', p_row.currency,
    'price', app.money_text(p_row.price, p_row.currency),
    'mrr', app.money_text(case when p_row.status in ('active', 'past_due')
      then app.yearly_price(p_row.price, p_row.seats, p_row."interval") / 12
      else 0 end, p_row.currency),
    'current_period_start', p_row.current_period_start,
    'current_period_end', p_row.current_period_end,
    'cancel_at_period_end', coalesce(p_row.cancel_at_period_end, false),
    'cancel_at', app.subscription_cancel_at(p_row), 'trial_end', p_row.trial_end, 'past_due_since', p_row.past_due_since,
    'started_at', p_row.started_at, 'ended_at', p_row.ended_at, 'updated_at', p_row.updated_at)
$$;
comment on function app.owner_subscription_json is
  'The subscription of a tenant as the operator sees it; its status is "none" for a tenant that has bought nothing. A trial '
  'and what has ended bring nothing';
