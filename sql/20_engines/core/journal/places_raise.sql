create or replace function app.places_raise()
returns integer
language plpgsql volatile as $$
declare
  -- All that is written from now on has at least this number: see app.place_raise.
  v_oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text;
  v_next xid8 := pg_snapshot_xmax(pg_current_snapshot());
  v_raised integer;
begin
  with ahead as materialized (
    select t.tenant_id, greatest(l.xid, s.xid)::text::bigint + 1 - v_oldest as shift
    from app.tenants t
    cross join lateral (
      select j.xid from app.journal j
      where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) l
    left join lateral (
      select s.xid from app.journal_seals s
      where s.tenant_id = t.tenant_id order by s.xid desc, s.id desc limit 1) s on true
    where l.xid >= app.place_at(v_next, t.place_shift)),
  raised as (
    update app.tenants t set place_shift = a.shift from ahead a where t.tenant_id = a.tenant_id
    returning t.tenant_id)
  select count(*) into v_raised from raised;
  if v_raised > 0 then
    perform app.places_room_check(v_next::text::bigint);
    perform set_config('app.place_shift', '', true);
  end if;
  return v_raised;
end $$;
comment on function app.places_raise is
  'Raises the shift of each tenant whose journal is ahead of this PostgreSQL, as after restoring a dump; returns how '
  'many there were. A look at a tenant is one probe for each month of the journal';
