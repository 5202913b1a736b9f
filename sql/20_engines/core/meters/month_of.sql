create or replace function app.month_of(p_month text)
returns date
language sql stable as $$
  select coalesce(to_date(p_month, 'YYYY-MM'), date_trunc('month', now() at time zone 'UTC')::date)
$$;
comment on function app.month_of is 'The first day of a month YYYY-MM, or of this one (UTC) for null';
