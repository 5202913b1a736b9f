create or replace function platform.billing_replaced(args jsonb)
returns json
language sql stable as $$
  select json_build_object('subscription_id', (
    select s.subscription_id from app.subscriptions s
    where s.tenant_id = args->>'tenant_id'
      and s.customer_id = args->'event'->>'customer_id'
      and s.status in ('trialing', 'active', 'past_due', 'incomplete', 'paused')
      and s.subscription_id <> args->'event'->>'subscription_id'
      and not app.billing_event_is_stale(row(s.*)::app.subscriptions, args->'event')))
$$;
comment on function platform.billing_replaced is
  'Returns the subscription that an event replaces: it has to end at the provider, so that the '
  'tenant does not pay twice';
