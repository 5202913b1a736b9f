create or replace function app.fiscal_year(p_start text, p_day date)
returns integer
language sql immutable as $$
  select extract(year from p_day)::integer - (
    p_day < make_date(extract(year from p_day)::integer, left(p_start, 2)::integer, right(p_start, 2)::integer))::integer
$$;
comment on function app.fiscal_year is 'The fiscal year of a day, named by the calendar year in which it starts (MM-DD)';
