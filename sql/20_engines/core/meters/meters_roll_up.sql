create or replace function app.meters_roll_up(p_tenant text, p_now timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_timezone text := app.tenant_timezone(p_tenant);
  v_hours timestamp := date_trunc('hour', p_now at time zone 'UTC') - interval '25 hours';
  v_days timestamp := date_trunc('day', p_now at time zone v_timezone) - interval '91 days';
  v_months timestamp := date_trunc('month', p_now at time zone 'UTC') - interval '13 months';
  v_gone app.meters[];
  v_parts app.meters[];
  v_new app.meters;
  v_sum record;
begin
  -- What is added is what was deleted, so nothing counts twice, whoever does this at the same time.
  with gone as (
    delete from app.meters m
    where m.tenant_id = p_tenant and m.grain = 'hour' and m.since < v_hours
    returning row(m.*)::app.meters as m)
  select array_agg(g.m) into v_gone from gone g;
  for v_sum in
    select m.kind, (m.since at time zone 'UTC' at time zone v_timezone)::date as day,
      array_agg(m) as parts
    from unnest(v_gone) m group by 1, 2 order by 1, 2
  loop
    v_parts := v_sum.parts;
    v_new := app.meters_sum(p_tenant, v_parts);
    v_new.kind := v_sum.kind;
    v_new.grain := 'day';
    v_new.since := v_sum.day;
    v_new.durations := null;
    perform app.meter_add(v_new);
  end loop;
  with gone as (
    delete from app.meters m
    where m.tenant_id = p_tenant and m.grain = 'day' and m.since < v_days
    returning row(m.*)::app.meters as m)
  select array_agg(g.m) into v_gone from gone g;
  for v_sum in
    select m.kind, date_trunc('month', m.since) as month, array_agg(m) as parts
    from unnest(v_gone) m group by 1, 2 order by 1, 2
  loop
    v_parts := v_sum.parts;
    v_new := app.meters_sum(p_tenant, v_parts);
    v_new.kind := v_sum.kind;
    v_new.grain := 'month';
    v_new.since := v_sum.month;
    v_new.by_day := array(
      select coalesce(sum(app.meter_of_day(m)), 0)::bigint
      from generate_series(1, 31) d(day)
      left join unnest(v_parts) m on extract(day from m.since) = d.day
      group by d.day order by d.day);
    perform app.meter_add(v_new);
  end loop;
  delete from app.meters m
  where m.tenant_id = p_tenant and m.grain = 'month' and m.since < v_months;
  delete from app.usage_months u where u.tenant_id = p_tenant and u.month < v_months::date;
end $$;
comment on function app.meters_roll_up is
  'Adds a tenant''s hours of before yesterday''s to days, its days of more than 91 days ago to months, and '
  'removes what is older than 13 months';
