create or replace function app.subscription_json(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare
  v_tier text;
  v_row app.subscriptions;
begin
  select t.plan_tier into v_tier from app.tenants t where t.tenant_id = p_tenant;
  select * into v_row from app.subscriptions o where o.tenant_id = p_tenant;
  return jsonb_build_object('plan_tier', v_tier, 'status', coalesce(v_row.status, 'none'),
    'provider', v_row.provider, 'interval', v_row."interval", 'seats', coalesce(v_row.seats, 1),
    'current_period_start', v_row.current_period_start, 'current_period_end', v_row.current_period_end,
    'cancel_at_period_end', coalesce(v_row.cancel_at_period_end, false), 'cancel_at', app.subscription_cancel_at(v_row),
    'trial_end', v_row.trial_end,
    'past_due_since', v_row.past_due_since);
end $$;
comment on function app.subscription_json is 'The subscription of a tenant, as it is shown to it';
