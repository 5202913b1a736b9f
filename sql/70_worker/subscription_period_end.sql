create or replace function worker.subscription_period_end(p_tenant text, p_subject text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tenant app.tenants;
  v_row app.subscriptions;
  v_now timestamptz := clock_timestamp();
  v_event jsonb;
begin
  perform app.stay(p_tenant), app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_tenant from app.tenants t
  where t.tenant_id = p_tenant and t.status <> 'deleted' for update;
  select * into v_row from app.subscriptions s
  where s.tenant_id = v_tenant.tenant_id and s.provider is distinct from 'stripe'
    and s.status in ('trialing', 'active', 'past_due') and s.current_period_end <= v_now;
  if not found then return true; end if;
  v_event := jsonb_build_object('provider', v_row.provider, 'customer_id', v_row.customer_id,
    'created', v_now, 'started', v_row.started_at);
  if v_row.cancel_at_period_end then
    perform app.billing_event_apply(v_tenant, v_event || '{"status": "canceled"}');
  elsif v_row.provider = 'mock' then
    perform app.billing_event_apply(v_tenant, v_event || jsonb_build_object('status', 'active',
      'current_period_start', v_row.current_period_end,
      'current_period_end', v_row.current_period_end
        + case v_row."interval" when 'year' then interval '365 days' else interval '30 days' end));
  end if;
  return true;
end $$;
comment on function worker.subscription_period_end is
  'Ends a subscription that was cancelled when its period is over, as Stripe does for its own; one of the mock provider that '
  'was not goes on for another period, with an invoice. What the operator wrote down goes on as it is. Safe to repeat';
