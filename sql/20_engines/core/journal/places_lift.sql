create or replace function app.places_lift(
  p_now timestamptz, p_replayed timestamptz, out tenants integer, out restored_to timestamptz)
language plpgsql volatile as $$
declare
  -- All that is written from now on has at least this number.
  v_oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text;
  v_next bigint := pg_snapshot_xmax(pg_current_snapshot())::text;
  v_line bigint := app.rewind_line(p_now);
  v_seen_at timestamptz;
  v_seen bigint;
  v_pace bigint;
begin
  select l.seen_at, l.seen_number, app.rewind_pace(p_now - l.seen_at) into v_seen_at, v_seen, v_pace
  from private.lineage l;
  if app.node() is not null then
    restored_to := least(p_now, v_seen_at);
    tenants := app.places_lift_each(p_now, restored_to, v_line, v_seen, v_pace);
    return;
  end if;
  with last as materialized (
    select t.tenant_id, t.rewinds, j.created_at, l.place,
      app.place_lost(t.place_shift, l.place, v_line, v_seen, v_pace, v_next) as lost
    from app.tenants t
    left join lateral (
      select j.xid, j.created_at from app.journal j
      where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) j on true
    -- The last seal is kept where retention has left no row.
    left join lateral (
      select s.xid from app.journal_seals s
      where s.tenant_id = t.tenant_id order by s.xid desc, s.id desc limit 1) s on true
    cross join lateral (select greatest(j.xid, s.xid)::text::bigint as place offset 0) l),
  moment as materialized (
    select least(p_now, coalesce(p_replayed, greatest(v_seen_at, max(l.created_at)))) as at from last l),
  next as materialized (
    select l.tenant_id, l.lost + 1 - v_oldest as shift,
      coalesce(l.rewinds, '[]') || jsonb_build_object('from', coalesce(l.place, 0) + 1, 'to', l.lost,
        'restored_to', m.at, 'noticed_at', p_now) as rewinds
    from last l cross join moment m),
  lifted as (
    update app.tenants t set place_shift = n.shift, rewinds = n.rewinds
    from next n where t.tenant_id = n.tenant_id
    returning t.tenant_id)
  select count(*), (select m.at from moment m) into tenants, restored_to from lifted l;
  perform app.places_room_check(v_next);
  perform set_config('app.place_shift', '', true);
end $$;
comment on function app.places_lift is
  'For app.rewind: lifts the shift of each tenant, so that its places go on above all that can have been handed out, and keeps '
  'those behind its last row as lost. p_replayed is the moment that the database went back to, where PostgreSQL knows it; '
  'otherwise it is that of the last row of all journals';
