create or replace function app.places_raise()
returns integer
language plpgsql volatile as $$
declare
  v_next xid8 := pg_snapshot_xmax(pg_current_snapshot());
  v_tenants text[] := array(
    select t.tenant_id from app.tenants t
    cross join lateral (
      select j.xid from app.journal j
      where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) l
    where l.xid >= app.place_at(v_next, t.place_shift) order by t.tenant_id);
begin
  for i in 1 .. cardinality(v_tenants) loop
    perform app.place_raise(v_tenants[i]);
  end loop;
  return cardinality(v_tenants);
end $$;
comment on function app.places_raise is
  'Raises the shift of each tenant whose journal is ahead of this PostgreSQL, as after restoring a dump; returns how '
  'many there were. A look at a tenant is one probe for each month of the journal';
