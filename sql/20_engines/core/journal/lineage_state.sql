create or replace function app.lineage_state()
returns text
language plpgsql volatile as $$
declare
  v_node text := app.node();
  v_here record;
  v_noted record;
begin
  if pg_is_in_recovery() then return 'standby'; end if;
  -- On a cluster it is the one of the coordinator.
  if v_node <> '0' then return 'same'; end if;
  select l.system_identifier, l.timeline, l.written, l.xmin::text::bigint as xmin into v_noted
  from private.lineage l;
  if v_noted.timeline is null then return 'new'; end if;
  v_here := app.lineage_here();
  if v_noted.system_identifier <> v_here.system_identifier then return 'another server'; end if;
  if v_noted.timeline <> v_here.timeline then return 'another timeline'; end if;
  if v_noted.xmin <> v_noted.written::text::bigint & 4294967295 then return 'restored dump'; end if;
  return 'same';
end $$;
comment on function app.lineage_state is
  'Whether this PostgreSQL is the one, on the timeline, that all places in journals have come from so far: same; new where '
  'nothing is noted yet; another server, another timeline, restored dump where it has gone back in time, or may have '
  '(app.rewind); standby where it does not take writes';
