create or replace function platform.owner_stats_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_period app.meter_period := app.period_of('UTC', args->>'period', now());
  v_summed jsonb := auth.tenants_summed(v_period);
  v_revenue jsonb := auth.revenue_of(v_period.since);
begin
  return json_build_object('period', args->>'period',
    'from', app.utc(v_period.since), 'to', app.utc(v_period.until),
    'tenants', v_summed->'tenants', 'active_tenants', v_summed->'active_tenants',
    'currency', coalesce(v_revenue->0->>'currency', 'USD'),
    'mrr', coalesce(v_revenue->0->>'mrr', '0.00'), 'arr', coalesce(v_revenue->0->>'arr', '0.00'),
    'churn', auth.churn_of(v_period.since), 'signups_by_day', v_summed->'signups_by_day',
    'storage_bytes', v_summed->'storage_bytes', 'api_calls', v_summed->'api_calls',
    'top_tenants', v_summed->'top_tenants');
end $$;
comment on function platform.owner_stats_get is 'Get tenant and revenue statistics';
