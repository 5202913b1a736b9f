create or replace function api.billing_order(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_plan app.plans;
  v_price numeric;
  v_row app.subscriptions;
begin
  select * into v_plan from app.plans p where p.plan_tier = args->>'plan' and p.is_public;
  v_price := case args->>'interval' when 'year' then v_plan.price_year else v_plan.price_month end;
  if v_plan.plan_tier = 'free' then
    perform app.invalid('plan', 'not_for_sale',
      'cannot be free: cancel the subscription with POST /v1/billing/cancel instead');
  elsif v_price is null then
    perform app.invalid('plan', 'not_for_sale',
      'must be a plan that GET /v1/billing/plans shows with a price for this interval');
  end if;
  select * into v_row from app.subscriptions s where s.tenant_id = tenant;
  return json_build_object('plan', v_plan.plan_tier, 'name', v_plan.name, 'price', v_price::text,
    'currency', v_plan.currency, 'price_id', v_plan.price_ids->>(args->>'interval'),
    'customer_id', v_row.customer_id, 'provider', v_row.provider);
end $$;
comment on function api.billing_order is
  'Returns the order of a checkout: the plan, its price, and the customer if there is one; 400 '
  'for a plan that is not for sale';
