create or replace function app.place_snapshot(p_tenant text)
returns pg_snapshot
language sql stable as $$
  select concat_ws(':', app.place_at(pg_snapshot_xmin(s.now), s.shift),
    app.place_at(pg_snapshot_xmax(s.now), s.shift), coalesce((
      select string_agg(app.place_at(x, s.shift)::text, ',' order by x)
      from pg_snapshot_xip(s.now) x), ''))::pg_snapshot
  from (select pg_current_snapshot() as now, app.place_shift(p_tenant) as shift) s
$$;
comment on function app.place_snapshot is
  'The present snapshot, of places in a tenant''s journal instead of transaction numbers';
