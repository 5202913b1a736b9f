create or replace function app.subscription_ends(p_tenant text, p_ends boolean)
returns json
language plpgsql volatile as $$
declare
  v_before jsonb;
  v_after jsonb;
  v_now timestamptz;
  v_done text;
begin
  perform 1 from app.subscriptions s where s.tenant_id = p_tenant for no key update;
  v_before := app.subscription_json(p_tenant);
  v_now := clock_timestamp();
  update app.subscriptions s set cancel_at_period_end = p_ends, updated_at = v_now
  where s.tenant_id = p_tenant;
  v_after := app.subscription_json(p_tenant);
  v_done := app.journal_write(p_tenant, 'subscription.updated', 'subscription', p_tenant,
    v_after::json, v_before::json, app.jsonb_differing(v_before, v_after));
  return v_after::json;
end $$;
comment on function app.subscription_ends is
  'Notes whether a subscription ends with its period, as the payment provider was told';
