create or replace function platform.platform_stats_get(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_period app.meter_period := app.period_of('UTC', args->>'period', now());
  v_stats jsonb := auth.installation_stats(v_period);
begin
  return json_build_object('period', args->>'period',
    'from', app.utc(v_period.since), 'to', app.utc(v_period.until), 'tenants', v_stats->'tenants',
    'users', v_stats->'users', 'objects', v_stats->'objects', 'files', v_stats->'files',
    'api_calls', v_stats->'api_calls', 'requests', v_stats->'requests', 'database', v_stats->'database',
    'top_tenants', v_stats->'top_tenants');
end $$;
comment on function platform.platform_stats_get is 'Get statistics of the installation';
