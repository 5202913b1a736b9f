create or replace function app.meter_add(p_new app.meters)
returns void
language sql volatile as $$
  insert into app.meters as m (tenant_id, kind, grain, since, total, counts, statuses, durations,
    latencies, by_day)
  values (p_new.tenant_id, p_new.kind, p_new.grain, p_new.since, p_new.total, p_new.counts,
    p_new.statuses, p_new.durations, p_new.latencies, p_new.by_day)
  on conflict (tenant_id, kind, grain, since) do update set
    total = m.total + excluded.total,
    counts = app.counts_add(m.counts, excluded.counts),
    statuses = app.counts_add(m.statuses, excluded.statuses),
    durations = app.counts_add(m.durations, excluded.durations),
    latencies = app.numbers_add(m.latencies, excluded.latencies),
    by_day = app.numbers_add(m.by_day, excluded.by_day)
$$;
comment on function app.meter_add is
  'Adds what was counted to what was counted of the same time before';
