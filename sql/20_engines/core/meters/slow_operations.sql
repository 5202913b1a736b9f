create or replace function app.slow_operations(p_meter app.meters)
returns json
language sql immutable as $$
  select coalesce(json_agg(json_build_object('operation', s.operation, 'count', s.number,
    'mean_ms', s.mean_ms)), '[]')
  from (
    select d.operation, (p_meter.operations->>d.operation)::bigint as number,
      round(d.ms::numeric / (p_meter.operations->>d.operation)::bigint, 2) as mean_ms
    from jsonb_each_text(p_meter.durations) d(operation, ms)
    order by mean_ms desc, d.operation limit 10) s
$$;
comment on function app.slow_operations is
  'The ten operations that took longest on average, [{operation, count, mean_ms}]';
