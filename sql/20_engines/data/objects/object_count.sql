create or replace function app.object_count(
  p_type app.object_types, p_live integer, p_trashed integer)
returns integer
language plpgsql volatile as $$
declare v_slot smallint := pg_backend_pid() % 16;
begin
  update app.object_counts c set live = c.live + p_live, trashed = c.trashed + p_trashed
  where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id and c.slot = v_slot;
  if p_live > 0 then perform app.objects_room(p_type.tenant_id, p_live); end if;
  return p_live + p_trashed;
end $$;
comment on function app.object_count is
  'Adds to the counters of a type, in this backend''s slot, and returns the sum. '
  'Call it late: the slot stays locked until the commit. 403 PLAN_LIMIT_EXCEEDED for more live '
  'objects than the plan has room for';
