create or replace function app.period_of(p_timezone text, p_period text, p_now timestamptz)
returns app.meter_period
language plpgsql stable as $$
declare
  v_today timestamp := date_trunc('day', p_now at time zone p_timezone);
  v_since timestamptz := case p_period
    when '24h' then date_trunc('hour', p_now, 'UTC') - interval '23 hours'
    when '12m' then (date_trunc('month', v_today) - interval '11 months') at time zone p_timezone
    else (v_today - make_interval(days => substring(p_period from '\d+')::integer - 1))
      at time zone p_timezone end;
begin
  return row(v_since, p_now, p_timezone, p_period = '24h')::app.meter_period;
end $$;
comment on function app.period_of is
  'A period of statistics that ends now: 24h as hours; 7d, 30d, 90d as days of a time zone, '
  'today among them; 12m as months, this one among them';
