create or replace function app.object_count(
  p_type app.object_types, p_live integer, p_trashed integer)
returns integer
language plpgsql volatile as $$
declare
  v_slot smallint := pg_backend_pid() % 16;
  v_plan text := current_setting('app.plan_noted', true);
  v_mine bigint;
  v_until bigint;
  v_of bigint;
  v_at timestamptz;
begin
  update app.object_counts c set live = c.live + p_live, trashed = c.trashed + p_trashed
  where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id and c.slot = v_slot
  returning c.live, c.room_until, c.room_plan, c.room_at into v_mine, v_until, v_of, v_at;
  -- The plan noted by authentication is only the tenant if nothing is limited, as on most private servers.
  if p_live > 0 and v_plan is distinct from p_type.tenant_id
    and (v_mine <= v_until and v_of = hashtextextended(v_plan, 0)
      and v_at > statement_timestamp() - interval '1 minute') is not true
  then
    perform app.objects_room(p_type, v_slot, v_mine, p_live, v_plan);
  end if;
  return p_live + p_trashed;
end $$;
comment on function app.object_count is
  'Adds to the counters of a type, in this backend''s slot, and returns the sum. '
  'Call it late: the slot stays locked until the commit. 403 PLAN_LIMIT_EXCEEDED for more live '
  'objects than the plan has room for';
