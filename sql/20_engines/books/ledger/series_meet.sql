create or replace function app.series_meet(p_one text, p_other text)
returns boolean
language sql immutable as $$
  select exists (
    select 1 from generate_series(0, 12) m cross join generate_series(0, 12) n
    cross join lateral (select app.series_shape(p_one, m) as one, app.series_shape(p_other, n) as other) s
    where cardinality(s.one) = cardinality(s.other) and not exists (
      select 1 from unnest(s.one, s.other) c(a, b)
      where c.a <> c.b and (c.a = '#' and c.b ~ '^[0-9]$' or c.b = '#' and c.a ~ '^[0-9]$') is not true))
$$;
comment on function app.series_meet is 'Whether two formats could make the same number, of whatever years';
