create or replace function api.analytics_engine(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := now();
  v_day app.meters := app.meters_sum(
    app.meters_read(tenant, app.meter_period(tenant, '24h', v_now)));
  v_call app.meters := app.meters_sum(
    app.meters_read(tenant, app.meter_period(tenant, args->>'period', v_now)));
  v_pending bigint;
  v_oldest timestamptz;
  v_failed bigint;
begin
  select count(*), min(w.due_at) into v_pending, v_oldest from app.work w
  where w.tenant_id = tenant and w.due_at <= v_now;
  select count(*) into v_failed from app.dead_letters d
  where d.tenant_id = tenant and d.status = 'dead';
  return json_build_object(
    'queue', json_build_object('pending', v_pending, 'failed', v_failed,
      'oldest_seconds', greatest(0, coalesce(extract(epoch from v_now - v_oldest), 0))),
    'db', json_build_object('size_bytes', pg_database_size(current_database()),
      'cache_hit', app.cache_hit(), 'slow_queries', app.slow_operations(v_day)),
    'realtime', json_build_object('connections', (args->>'connections')::integer),
    'latency', json_build_object('p50_ms', app.latency_quantile(v_call.latencies, 0.5),
      'p95_ms', app.latency_quantile(v_call.latencies, 0.95)));
end $$;
comment on function api.analytics_engine is
  'Returns queue depth, database figures and latency of a tenant';
