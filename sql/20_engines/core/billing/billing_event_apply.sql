create or replace function app.billing_event_apply(p_tenant app.tenants, p_event jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_old app.subscriptions;
  v_new app.subscriptions;
  v_plan app.plans;
  v_interval text;
  v_tier text;
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
    when v_new.status in ('canceled', 'paused') then 'free'
    when v_new.status = 'incomplete' then p_tenant.plan_tier
    else coalesce(v_tier, p_event->>'plan', p_tenant.plan_tier) end;
  select * into v_plan from app.plans p where p.plan_tier = v_tier;
  if not found then return false; end if;
  v_new."interval" := coalesce(v_interval, p_event->>'interval', v_old."interval", 'month');
  v_new := app.subscription_priced(v_old, v_new, v_plan, p_tenant.plan_tier = v_tier, p_event);
  perform app.subscription_save(p_tenant, v_new, v_tier);
  if v_new.provider = 'mock' and v_new.status = 'active'
    and (v_new.subscription_id, v_new.current_period_start)
      is distinct from (v_old.subscription_id, v_old.current_period_start) then
    v_new.tenant_id := p_tenant.tenant_id;
    perform app.mock_invoice_add(v_new);
  end if;
  return true;
end $$;
comment on function app.billing_event_apply is
  'Brings the subscription and the plan of a locked tenant to what an event of the payment provider says. The price '
  'tells the plan, and the metadata only where the price is of no plan; false for what came too late or is about '
  'another customer';
