create or replace function platform.owner_subscription_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_old app.subscriptions;
  v_new app.subscriptions;
  v_plan app.plans;
  v_tier text;
  v_currency text;
  v_paid jsonb := '{}';
  v_done text;
begin
  select * into v_old from app.subscriptions s where s.tenant_id = v_tenant.tenant_id for update;
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_old.provider = 'stripe' and v_old.status not in ('none', 'canceled')
    and args - '{tenant_id,plan_tier,if_match}'::text[] <> '{}' then
    perform app.fail(409, 'INVALID_STATE', 'This subscription is paid through Stripe: change it '
      'there. Only plan_tier can be changed here, and only until Stripe’s next event.');
  end if;
  v_tier := coalesce(args->>'plan_tier',
    case when args->>'status' = 'canceled' then 'free' end, v_tenant.plan_tier);
  perform app.plan_check('plan_tier', v_tier);
  select * into v_plan from app.plans p where p.plan_tier = v_tier;
  v_new := app.subscription_merge(v_old, args);
  if args ? 'price' then
    v_currency := coalesce(args->>'currency', v_old.currency, v_plan.currency);
    v_paid := jsonb_build_object('currency', v_currency,
      'price', app.money_parse('price', args->>'price', v_currency));
  elsif args ? 'currency' then
    perform app.invalid('currency', 'needs_price', 'must come with a price');
  end if;
  v_new := app.subscription_priced(v_old, v_new, v_plan, v_tier = v_tenant.plan_tier, v_paid);
  perform app.subscription_save(v_tenant, v_new, v_tier);
  return platform.owner_subscription_get(args);
end $$;
comment on function platform.owner_subscription_update is 'Change the subscription of a tenant';
