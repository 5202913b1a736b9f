create or replace function app.fiscal_year_day(p_start text, p_year integer)
returns date
language sql immutable as $$
  select make_date(p_year, left(p_start, 2)::integer, right(p_start, 2)::integer)
$$;
comment on function app.fiscal_year_day is 'The first day of a fiscal year that starts on p_start (MM-DD)';
