create or replace function app.subscription_save(
  p_tenant app.tenants, p_new app.subscriptions, p_plan text)
returns void
language plpgsql volatile as $$
declare
  v_before jsonb := app.subscription_json(p_tenant.tenant_id);
  v_after jsonb;
  v_now timestamptz;
  v_done text;
begin
  v_now := clock_timestamp();
  insert into app.subscriptions (tenant_id, provider, customer_id, subscription_id, status,
    "interval", seats, currency, price, current_period_start, current_period_end,
    cancel_at_period_end, cancel_at, trial_end, past_due_since, started_at, ended_at, event_at, updated_at)
  values (p_tenant.tenant_id, p_new.provider, p_new.customer_id, p_new.subscription_id, p_new.status,
    p_new."interval", p_new.seats, p_new.currency, p_new.price, p_new.current_period_start,
    p_new.current_period_end, p_new.cancel_at_period_end, p_new.cancel_at, p_new.trial_end, p_new.past_due_since,
    p_new.started_at, p_new.ended_at, p_new.event_at, v_now)
  on conflict (tenant_id) do update set provider = excluded.provider,
    customer_id = excluded.customer_id, subscription_id = excluded.subscription_id,
    status = excluded.status, "interval" = excluded."interval", seats = excluded.seats,
    currency = excluded.currency, price = excluded.price,
    current_period_start = excluded.current_period_start,
    current_period_end = excluded.current_period_end,
    cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
    trial_end = excluded.trial_end,
    past_due_since = excluded.past_due_since, started_at = excluded.started_at,
    ended_at = excluded.ended_at, event_at = excluded.event_at, updated_at = excluded.updated_at;
  -- Stripe says when a period ends; of others the worker has to look.
  if p_new.provider is distinct from 'stripe' and p_new.status in ('trialing', 'active', 'past_due')
    and p_new.current_period_end is not null then
    perform app.work_add(p_tenant.tenant_id, 'task', 'subscription_period ' || p_tenant.tenant_id,
      p_new.current_period_end);
  end if;
  if p_plan <> p_tenant.plan_tier then
    perform app.tenant_save(p_tenant, jsonb_build_object('plan_tier', p_plan));
  end if;
  v_after := app.subscription_json(p_tenant.tenant_id);
  v_done := app.journal_write(p_tenant.tenant_id,
    case p_new.status when 'canceled' then 'subscription.deleted' else 'subscription.updated' end,
    'subscription', p_tenant.tenant_id, v_after::json, v_before::json,
    app.jsonb_differing(v_before, v_after));
end $$;
comment on function app.subscription_save is
  'Writes the subscription and the plan of a locked tenant, and journals what changed';
