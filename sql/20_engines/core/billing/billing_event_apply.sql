create or replace function app.billing_event_apply(p_tenant app.tenants, p_event jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_old app.subscriptions;
  v_new app.subscriptions;
  v_before jsonb := app.subscription_json(p_tenant.tenant_id);
  v_plan app.plans;
  v_interval text;
  v_tier text;
  v_after jsonb;
  v_now timestamptz;
begin
  select * into v_old from app.subscriptions s where s.tenant_id = p_tenant.tenant_id for update;
  if (v_old.provider = p_event->>'provider' and v_old.customer_id <> p_event->>'customer_id')
    or app.billing_event_is_stale(v_old, p_event)
  then
    return false;
  end if;
  v_new := app.subscription_of_event(v_old, p_event);
  select o.plan_tier, o."interval" into v_tier, v_interval
  from app.plan_of_price(p_event->>'price_id') o;
  v_tier := case
    when v_new.status = 'canceled' then 'free'
    when v_new.status = 'incomplete' then p_tenant.plan_tier
    else coalesce(v_tier, p_event->>'plan', p_tenant.plan_tier) end;
  select * into v_plan from app.plans p where p.plan_tier = v_tier;
  if not found then return false; end if;
  v_new."interval" := coalesce(v_interval, p_event->>'interval', v_old."interval", 'month');
  v_new.currency := v_plan.currency;
  v_new.price := case v_new."interval" when 'year' then v_plan.price_year
    else v_plan.price_month end;
  v_now := clock_timestamp();
  insert into app.subscriptions (tenant_id, provider, customer_id, subscription_id, status,
    "interval", seats, currency, price, current_period_start, current_period_end,
    cancel_at_period_end, trial_end, past_due_since, started_at, event_at, updated_at)
  values (p_tenant.tenant_id, v_new.provider, v_new.customer_id, v_new.subscription_id, v_new.status,
    v_new."interval", v_new.seats, v_new.currency, v_new.price, v_new.current_period_start,
    v_new.current_period_end, v_new.cancel_at_period_end, v_new.trial_end, v_new.past_due_since,
    v_new.started_at, v_new.event_at, v_now)
  on conflict (tenant_id) do update set provider = excluded.provider,
    customer_id = excluded.customer_id, subscription_id = excluded.subscription_id,
    status = excluded.status, "interval" = excluded."interval", seats = excluded.seats,
    currency = excluded.currency, price = excluded.price,
    current_period_start = excluded.current_period_start,
    current_period_end = excluded.current_period_end,
    cancel_at_period_end = excluded.cancel_at_period_end, trial_end = excluded.trial_end,
    past_due_since = excluded.past_due_since, started_at = excluded.started_at,
    event_at = excluded.event_at, updated_at = excluded.updated_at;
  if v_tier <> p_tenant.plan_tier then
    perform app.tenant_save(p_tenant, jsonb_build_object('plan_tier', v_tier));
  end if;
  v_after := app.subscription_json(p_tenant.tenant_id);
  perform app.journal_write(p_tenant.tenant_id,
    case v_new.status when 'canceled' then 'subscription.deleted' else 'subscription.updated' end,
    'subscription', p_tenant.tenant_id, v_after::json, v_before::json,
    app.jsonb_differing(v_before, v_after));
  return true;
end $$;
comment on function app.billing_event_apply is
  'Brings the subscription and the plan of a locked tenant to what an event of the payment provider says. The price '
  'tells the plan, and the metadata only where the price is of no plan; false for what came too late or is about '
  'another customer';
