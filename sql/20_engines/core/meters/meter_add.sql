create or replace function app.meter_add(p_new app.meters)
returns void
language plpgsql volatile as $$
begin
  insert into app.meters as m (tenant_id, grain, since, calls, operations, statuses, durations,
    latencies, events, types, calls_by_day, users_by_day)
  values (p_new.tenant_id, p_new.grain, p_new.since, coalesce(p_new.calls, 0), p_new.operations,
    p_new.statuses, p_new.durations, p_new.latencies, coalesce(p_new.events, 0), p_new.types,
    p_new.calls_by_day, p_new.users_by_day)
  on conflict (tenant_id, grain, since) do update set
    calls = m.calls + excluded.calls,
    operations = app.counts_add(m.operations, excluded.operations),
    statuses = app.counts_add(m.statuses, excluded.statuses),
    durations = app.counts_add(m.durations, excluded.durations),
    latencies = app.numbers_add(m.latencies, excluded.latencies),
    events = m.events + excluded.events,
    types = app.counts_add(m.types, excluded.types),
    calls_by_day = app.numbers_add(m.calls_by_day, excluded.calls_by_day),
    users_by_day = app.numbers_add(m.users_by_day, excluded.users_by_day);
end $$;
comment on function app.meter_add is
  'Adds what was counted to what was counted of the same time before';
