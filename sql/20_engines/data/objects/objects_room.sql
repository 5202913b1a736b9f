create or replace function app.objects_room(
  p_type app.object_types, p_slot smallint, p_mine bigint, p_added integer, p_plan text)
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := statement_timestamp();
  v_max bigint := app.plan_max(p_type.tenant_id, 'objects');
  v_fresh timestamptz := v_now - interval '1 minute';
  v_hash bigint := hashtextextended(p_plan, 0);
  v_connections constant integer := current_setting('max_connections');
  v_end bigint;
  v_until bigint;
  v_live bigint;
  v_family record;
  v_promised bigint;
  v_share bigint;
  v_done text;
begin
  if v_max is null then
    perform app.nearly_full_note(p_type.tenant_id, false);
    v_until := 9000000000000000000;
  else
    -- So many as all connections could be making at once, sixteen in a transaction.
    v_end := least(16 * v_connections, greatest(500, v_max / 10));
    for v_look in 1 .. 2 loop
      select sum(c.live), coalesce(sum(greatest(c.room_until - c.live, 0))
        filter (where c.room_plan = v_hash and c.room_at > v_fresh
          and (c.object_type_id, c.slot) <> (p_type.id, p_slot)), 0)
      into v_live, v_promised
      from app.object_counts c where c.tenant_id = p_type.tenant_id;
      exit when v_look = 2 or v_max - v_live > v_end;
      -- One after the other from here on, and counted again: those before have committed.
      perform app.plan_standing_hold(p_type.tenant_id, 'objects');
    end loop;
    v_family := app.family_used(p_type.tenant_id, 'objects', v_max);
    v_live := v_live + v_family.used;
    v_max := v_family.most;
    v_done := app.plan_limit_check(p_type.tenant_id, 'objects', v_live - p_added, p_added, v_max);
    -- Four fifths can be promised to slots. Of those who are promised something at the same time, none sees the others: all
    -- connections that there can be share the last fifth.
    v_share := v_max / 5 / v_connections;
    perform app.nearly_full_note(p_type.tenant_id, case
      when v_share = 0 then false
      when v_live + v_promised >= v_max / 5 * 4 then true
      -- Lower than where it began, so that it does not come and go with every object.
      when v_live + v_promised < v_max / 4 * 3 then false end);
    -- A tenant that shares its limit with sandboxes is promised nothing: they do not see what it is promised.
    v_until := p_mine + case when v_family.used > 0 then 0 else least(v_share, v_max / 5 * 4 - v_live - v_promised) end;
  end if;
  if p_plan <> '' and v_until > p_mine then
    update app.object_counts c set room_until = v_until, room_plan = v_hash, room_at = v_now
    where c.tenant_id = p_type.tenant_id and c.object_type_id = p_type.id and c.slot = p_slot;
  end if;
end $$;
comment on function app.objects_room is
  'Whether the p_added live objects just counted fit the plan of their tenant; 403 PLAN_LIMIT_EXCEEDED. Far from the limit, '
  'this slot is promised some more without asking (room_until): adding up the slots costs as much as a sixth of a create. From '
  'four fifths on no promise is made or kept (app.tenants.is_nearly_full). No one waits but for the last few hundred, which '
  'are counted one transaction after the other, so that the limit holds to the object';
