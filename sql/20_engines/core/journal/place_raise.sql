create or replace function app.place_raise(p_tenant text)
returns bigint
language plpgsql volatile as $$
declare
  -- All that is written from now on has at least this number, also in a transaction that has begun already.
  v_oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text;
  v_old bigint;
  v_last bigint;
  v_new bigint;
  v_here text := app.node();
  v_node text;
begin
  select t.place_shift, t.place_node into v_old, v_node
  from app.tenants t where t.tenant_id = p_tenant for no key update;
  v_last := greatest(
    (select j.xid from app.journal j
      where j.tenant_id = p_tenant order by j.xid desc, j.id desc limit 1),
    -- The last seal is kept where retention has left no row.
    (select s.xid from app.journal_seals s
      where s.tenant_id = p_tenant order by s.xid desc, s.id desc limit 1))::text;
  v_new := greatest(v_old, v_last + 1 - v_oldest);
  if v_new > v_old or v_node is distinct from v_here then
    if app.tx_call(app.place_at(pg_snapshot_xmax(pg_current_snapshot()), v_new)) > 0 then
      raise exception 'the places of tenant % would not fit into 48 bits', p_tenant;
    end if;
    update app.tenants t set place_shift = v_new, place_node = v_here
    where t.tenant_id = p_tenant;
    perform set_config('app.place_shift', '', true);
  end if;
  return v_new;
end $$;
comment on function app.place_raise is
  'Raises a tenant''s shift until all that is written from now on comes behind what its journal holds, and returns it: '
  'after its rows have come from a PostgreSQL whose transaction numbers are higher. No one may be writing with the old '
  'shift meanwhile: what a transaction writes that has read it and ends later is lost to followers';
