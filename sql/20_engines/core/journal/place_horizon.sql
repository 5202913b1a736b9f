create or replace function app.place_horizon(p_tenant text)
returns xid8
language sql stable as $$
  select app.place_at(pg_snapshot_xmin(pg_current_snapshot()), app.place_shift(p_tenant))
$$;
comment on function app.place_horizon is
  'Below this place of a tenant''s journal every transaction has ended: no row can still turn up there';
