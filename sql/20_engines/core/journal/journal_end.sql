create or replace function app.journal_end(p_tenant text, p_horizon xid8, p_after_id text)
returns text
language plpgsql stable as $$
declare
  v_xid xid8;
  v_id text;
begin
  select j.xid, j.id into v_xid, v_id from app.journal j
  where j.tenant_id = p_tenant and j.xid < p_horizon order by j.xid desc, j.id desc limit 1;
  -- The transaction of the last row has ended, so any later id is the same place, and the present
  -- time says how far the caller has read. Not the horizon itself: after a crash PostgreSQL may
  -- give the number of a transaction that left nothing to another one.
  return app.seq(coalesce(v_xid, '0'),
    greatest(v_id, p_after_id, app.event_id_at(clock_timestamp())));
end $$;
comment on function app.journal_end is
  'The place behind every row below p_horizon, for a caller that has read them all';
