create or replace function app.meters_roll_up(p_tenant text, p_now timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_timezone text := app.tenant_timezone(p_tenant);
  v_since app.meter_bounds := app.meter_bounds(v_timezone, p_now);
  v_gone app.meters[];
  v_parts app.meters[];
  v_new app.meters;
  v_whole timestamp;
begin
  -- The sum is taken from the deleted rows, so nothing counts twice, even if others do this at the
  -- same time. Days have no durations.
  with gone as (
    delete from app.meters m
    where m.tenant_id = p_tenant and m.grain = 'hour' and m.since < v_since.hours
    returning row(m.tenant_id, m.grain, m.since, m.calls, m.operations, m.statuses, null, m.latencies,
      m.events, m.types, null, null)::app.meters as m)
  select array_agg(g.m) into v_gone from gone g;
  for v_whole, v_parts in
    select date_trunc('day', m.since at time zone 'UTC' at time zone v_timezone) as day, array_agg(m)
    from unnest(v_gone) m group by 1 order by 1
  loop
    v_new := app.meters_sum(v_parts);
    v_new.tenant_id := p_tenant;
    v_new.grain := 'day';
    v_new.since := v_whole;
    perform app.meter_add(v_new);
  end loop;
  with gone as (
    delete from app.meters m
    where m.tenant_id = p_tenant and m.grain = 'day' and m.since < v_since.days
    returning row(m.*)::app.meters as m)
  select array_agg(g.m) into v_gone from gone g;
  for v_whole, v_parts in
    select date_trunc('month', m.since) as month, array_agg(m)
    from unnest(v_gone) m group by 1 order by 1
  loop
    v_new := app.meters_sum(v_parts);
    v_new.tenant_id := p_tenant;
    v_new.grain := 'month';
    v_new.since := v_whole;
    select array_agg(coalesce(m.calls, 0) order by d.day),
      array_agg(app.count_in(m.types, 'user.created') order by d.day)
    into v_new.calls_by_day, v_new.users_by_day
    from generate_series(1, 31) d(day)
    left join unnest(v_parts) m on extract(day from m.since) = d.day;
    perform app.meter_add(v_new);
  end loop;
  delete from app.meters m
  where m.tenant_id = p_tenant and m.grain = 'month' and m.since < v_since.months;
  delete from app.usage_months u where u.tenant_id = p_tenant and u.month < v_since.months::date;
end $$;
comment on function app.meters_roll_up is
  'Adds a tenant''s hours to days and its days to months once they are as old as app.meter_bounds says, and '
  'removes what is older than 13 months';
