create or replace function app.meter_days(
  p_rows app.meters[], p_period app.meter_period, p_is_users boolean default false)
returns json
language sql stable as $$
  with counted as (
    select case m.grain
        when 'hour' then (m.since at time zone 'UTC' at time zone p_period.timezone)::date
        else m.since::date end as day,
      case when p_is_users then app.count_in(m.types, 'user.created') else m.calls end as number
    from unnest(p_rows) m where m.grain <> 'month'
    union all
    select m.since::date + (d.day - 1)::integer, d.number
    from unnest(p_rows) m,
      unnest(case when p_is_users then m.users_by_day else m.calls_by_day end)
        with ordinality d(number, day)
    where m.grain = 'month'),
  summed as (select c.day, sum(c.number) as number from counted c group by c.day)
  select json_agg(json_build_object('date', d.day::date, 'count', coalesce(s.number, 0))
    order by d.day)
  from generate_series(date_trunc('day', p_period.since at time zone p_period.timezone),
    p_period.until at time zone p_period.timezone, interval '1 day') d(day)
  left join summed s on s.day = d.day::date
$$;
comment on function app.meter_days is
  'The calls, or the new users, of each day of a period, [{date, count}], days without any too';
