create or replace function api.analytics_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_period app.meter_period := app.meter_period(tenant, args->>'period', now());
  v_meters app.meters[] := app.meters_read(tenant, v_period);
  v_sum app.meters := app.meters_sum(v_meters);
begin
  return json_build_object(
    'period', args->>'period',
    'from', app.utc(v_period.since), 'to', app.utc(v_period.until),
    'api_calls', json_build_object(
      'total', v_sum.calls,
      'by_day', app.meter_days(v_meters, v_period),
      'by_status', app.counts_rows(v_sum.statuses, 'status'),
      'by_endpoint', app.counts_rows(v_sum.operations, 'operation'),
      'p50_ms', app.latency_quantile(v_sum.latencies, 0.5),
      'p95_ms', app.latency_quantile(v_sum.latencies, 0.95)),
    'objects', app.analytics_objects(tenant, v_sum.types),
    'users', app.analytics_users(tenant, v_period, v_sum.types, v_meters),
    'files', json_build_object('count', app.files_count(tenant), 'bytes', app.storage_used(tenant)),
    'events', json_build_object('total', v_sum.events,
      'by_type', app.counts_rows(v_sum.types, 'type')),
    'webhooks', app.analytics_webhooks(tenant, v_period.since),
    'automations', json_build_object(
      'runs', app.count_in(v_sum.types, 'automation.completed')
        + app.count_in(v_sum.types, 'automation.failed'),
      'failed', app.count_in(v_sum.types, 'automation.failed')),
    'errors', json_build_object('total', app.error_reports(tenant, v_period.since)));
end $$;
comment on function api.analytics_get is 'Get the activity of your tenant in a period';
