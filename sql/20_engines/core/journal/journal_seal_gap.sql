create or replace function app.journal_seal_gap(
  p_at app.journal_seals, p_xid xid8, p_id text, out bad text, out hash bytea)
language plpgsql stable as $$
declare
  v_tenant text := p_at.tenant_id;
  v_xid xid8 := p_at.xid;
  v_id text := p_at.id;
  v_floor text := app.journal_floor();
begin
  select s.id into bad from app.journal_seals s
  where s.tenant_id = v_tenant and (s.xid, s.id) > (v_xid, v_id) and (s.xid, s.id) < (p_xid, p_id)
    and s.id >= v_floor
  order by s.xid, s.id limit 1;
  select s.hash into hash from app.journal_seals s
  where s.tenant_id = v_tenant and (s.xid, s.id) > (v_xid, v_id) and (s.xid, s.id) < (p_xid, p_id)
  order by s.xid desc, s.id desc limit 1;
end $$;
comment on function app.journal_seal_gap is
  'Seals between two places that have no rows: the first whose row was removed before its time, '
  'and the hash of the last one';
