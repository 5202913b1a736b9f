create or replace function api.analytics_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_period app.meter_period := app.meter_period(tenant, args->>'period', now());
  v_calls app.meters[] := app.meters_read(tenant, 'call', v_period);
  v_events app.meters[] := app.meters_read(tenant, 'event', v_period);
  v_call app.meters := app.meters_sum(tenant, v_calls);
  v_event app.meters := app.meters_sum(tenant, v_events);
begin
  return json_build_object(
    'period', args->>'period',
    'from', app.utc(v_period.since), 'to', app.utc(v_period.until),
    'api_calls', json_build_object(
      'total', v_call.total,
      'by_day', app.meter_days(v_calls, v_period),
      'by_status', app.counts_rows(v_call.statuses, 'status'),
      'by_endpoint', app.counts_rows(v_call.counts, 'operation'),
      'p50_ms', app.latency_quantile(v_call.latencies, 0.5),
      'p95_ms', app.latency_quantile(v_call.latencies, 0.95)),
    'objects', app.analytics_objects(tenant, v_event.counts),
    'users', app.analytics_users(tenant, v_period, v_event.counts, v_events),
    'files', json_build_object('count', app.files_count(tenant), 'bytes', app.storage_used(tenant)),
    'events', json_build_object('total', v_event.total,
      'by_type', app.counts_rows(v_event.counts, 'type')),
    'webhooks', app.analytics_webhooks(tenant, v_period.since),
    'automations', json_build_object(
      'runs', app.count_in(v_event.counts, 'automation.completed')
        + app.count_in(v_event.counts, 'automation.failed'),
      'failed', app.count_in(v_event.counts, 'automation.failed')),
    'errors', json_build_object('total', app.count_in(v_event.counts, 'error.reported')));
end $$;
comment on function api.analytics_get is 'Get what happened in your tenant in a period';
