create or replace function platform.owner_revenue_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_period app.meter_period := app.period_of('UTC', args->>'period', now());
begin
  return json_build_object('period', args->>'period',
    'from', app.utc(v_period.since), 'to', app.utc(v_period.until),
    'churn', auth.churn_of(v_period.since), 'currencies', auth.revenue_of(v_period.since));
end $$;
comment on function platform.owner_revenue_get is 'Get subscription revenue by currency';
