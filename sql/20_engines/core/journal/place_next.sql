create or replace function app.place_next(p_tenant text)
returns xid8
language sql stable as $$
  select app.place_at(pg_snapshot_xmax(pg_current_snapshot()), app.place_shift(p_tenant))
$$;
comment on function app.place_next is
  'From this place on a tenant''s journal has no rows that can be seen';
