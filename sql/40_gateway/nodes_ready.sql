create or replace function gateway.nodes_ready()
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_away integer;
  v_all integer;
begin
  select count(*) filter (where not a.success), count(*) into v_away, v_all
  from pg_catalog.run_command_on_all_nodes('select 1') a;
  return case when v_away = 0 then 'ok' else format('%s of %s unavailable', v_away, v_all) end;
end $$;
comment on function gateway.nodes_ready is
  'Whether the coordinator of a cluster reaches all of its nodes: "ok", or how many it does not. For /ready, which anyone '
  'may ask: it names none';
