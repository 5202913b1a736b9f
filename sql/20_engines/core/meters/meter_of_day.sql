create or replace function app.meter_of_day(p_meter app.meters)
returns bigint
language sql immutable as $$
  select case p_meter.kind when 'call' then p_meter.total
    else app.count_in(p_meter.counts, 'user.created') end
$$;
comment on function app.meter_of_day is
  'What is shown by day: of calls all, of events the new users';
