create or replace function app.invariants_lock(p_tenant text, p_slots smallint[])
returns text
language plpgsql volatile as $$
begin
  if p_slots = '{}' then return null; end if;
  p_slots := array(select distinct s from unnest(p_slots) s order by 1);
  insert into app.invariant_locks (tenant_id, slot)
  select p_tenant, s from unnest(p_slots) s on conflict do nothing;
  perform from app.invariant_locks l
  where l.tenant_id = p_tenant and l.slot = any (p_slots) order by l.slot for update;
  return null;
end $$;
comment on function app.invariants_lock is
  'Locks what rules are about, in one order. The last locks of a transaction: who waits for them holds none that their owner still needs';
