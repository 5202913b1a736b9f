create or replace function app.year_before(p_day date)
returns date
language sql immutable as $$
  select case when extract(day from p_day + 1) = 1 then (p_day + 1 - interval '1 year')::date - 1
    else (p_day - interval '1 year')::date end
$$;
comment on function app.year_before is 'The same day a year before; of the last day of a month the last day of that month';
