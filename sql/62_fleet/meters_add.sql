create or replace function auth.meters_add(p_writer uuid, p_batch bigint, p_counted jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_month date := date_trunc('month', v_now at time zone 'UTC');
  v_counted record;
  v_new app.meters;
  v_is_new boolean;
  v_plan text;
  v_held app.plans;
  v_used bigint;
  v_days jsonb;
  v_latencies bigint[] := '{}';
  v_errors bigint := 0;
  v_day record;
  v_standings jsonb := '[]';
  v_done text;
begin
  -- A batch that is sent again waits here for the first attempt, should that still be under way.
  insert into app.meter_writers as w (writer, batch, seen_at) values (p_writer, p_batch, v_now)
  on conflict (writer) do update set batch = excluded.batch, seen_at = excluded.seen_at
    where w.batch < excluded.batch
  returning true into v_is_new;
  -- One by one, because each statement names one tenant; in order, so that no two processes wait for each other.
  for v_counted in
    select * from jsonb_to_recordset(p_counted)
      c(tenant_id text, since timestamp, total bigint, counts jsonb, statuses jsonb, durations jsonb,
        latencies bigint[])
    order by c.tenant_id collate "C", c.since
  loop
    select t.plan_tier into v_plan from app.tenants t
    where t.tenant_id = v_counted.tenant_id and t.status <> 'deleted';
    continue when not found;
    if v_is_new then
      v_new := null;
      v_new.tenant_id := v_counted.tenant_id;
      v_new.grain := 'hour';
      v_new.since := v_counted.since;
      v_new.calls := v_counted.total;
      v_new.operations := v_counted.counts;
      v_new.statuses := v_counted.statuses;
      v_new.durations := v_counted.durations;
      v_new.latencies := v_counted.latencies;
      perform app.meter_add(v_new);
      perform app.usage_month_add(v_counted.tenant_id, date_trunc('month', v_counted.since)::date,
        v_counted.total, v_plan, v_now);
      v_days := app.counts_add(v_days,
        jsonb_build_object(v_counted.since::date, v_counted.total));
      -- A batch seldom has more than one day: both ends of midnight share the figures of the earlier one.
      v_latencies := app.numbers_add(v_latencies, v_counted.latencies);
      v_errors := v_errors + coalesce((
        select sum(s.value::bigint) from jsonb_each_text(v_counted.statuses) s where s.key >= '500'), 0);
    end if;
    v_held := app.plan_held(v_counted.tenant_id);
    if v_held.api_calls is not null then
      v_used := app.api_calls_of_month(v_counted.tenant_id, v_month);
      v_standings := v_standings || jsonb_build_object('tenant_id', v_counted.tenant_id,
        'used', v_used, 'max', v_held.api_calls, 'plan', v_held.plan_tier);
      v_done := app.plan_standing_look(v_counted.tenant_id, 'api_calls', v_used, v_held.api_calls);
    end if;
  end loop;
  -- Last, because all processes add to the same day, and in order, so that no two wait for each other.
  for v_day in
    select d.key::date as day, d.value::bigint as calls from jsonb_each(v_days) d order by d.key
  loop
    insert into app.call_days as c (day, calls, latencies, errors) values (v_day.day, v_day.calls, v_latencies, v_errors)
    on conflict (day) do update set calls = c.calls + excluded.calls,
      latencies = app.numbers_add(c.latencies, excluded.latencies), errors = c.errors + excluded.errors;
    v_latencies := '{}';
    v_errors := 0;
  end loop;
  return json_build_object('month', to_char(v_month, 'YYYY-MM'), 'standings', v_standings);
end $$;
comment on function auth.meters_add is
  'Adds what a process has counted of the calls of tenants, [{tenant_id, since, total, counts, statuses, '
  'durations, latencies}], each batch once, and answers where those with a limit stand in this month: '
  '{month, standings: [{tenant_id, used, max, plan}]}';
