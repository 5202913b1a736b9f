create or replace function app.meter_bounds(p_timezone text, p_now timestamptz)
returns app.meter_bounds
language sql stable as $$
  select row(date_trunc('hour', p_now at time zone 'UTC') - interval '25 hours',
    date_trunc('day', p_now at time zone p_timezone) - interval '91 days',
    date_trunc('month', p_now at time zone 'UTC') - interval '13 months')::app.meter_bounds
$$;
comment on function app.meter_bounds is
  'How far back meters are kept: hours for the period 24h, days for 90d, months for 12m and one more';
