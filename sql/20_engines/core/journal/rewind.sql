create or replace function app.rewind(p_reason text default null)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz;
  v_state text;
  v_lifted record;
begin
  -- Processes that find out at the same moment take turns, and the first does it.
  lock table private.lineage in share row exclusive mode;
  v_now := clock_timestamp();
  v_state := app.lineage_state();
  if v_state = 'new' then perform app.lineage_note(v_now); end if;
  if p_reason is null and v_state in ('same', 'new', 'standby') then return null; end if;

  v_lifted := app.places_lift(v_now,
    case when v_state = 'another timeline' then pg_last_xact_replay_timestamp() end);
  perform app.lineage_note(v_now);
  insert into private.rewinds (noticed_at, restored_to, reason, tenants)
  values (v_now, v_lifted.restored_to, coalesce(p_reason, v_state), v_lifted.tenants);
  return json_build_object('restored_to', v_lifted.restored_to, 'noticed_at', v_now,
    'reason', coalesce(p_reason, v_state), 'tenants', v_lifted.tenants);
end $$;
comment on function app.rewind is
  'Where this database has gone back in time (app.lineage_state), or where p_reason says so: lifts the places of each tenant '
  'above all that the lost time can have handed out, and keeps which those are. Answers {restored_to, noticed_at, reason, '
  'tenants}; null where there is nothing to do. Whoever still writes with an old shift, and ends later, is lost to followers';
