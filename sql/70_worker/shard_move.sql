create or replace function worker.shard_move(of_tenant text, p_to text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_from constant text := app.tenant_node(of_tenant);
  v_address constant text := '^(.*):(\d+)$';
begin
  if v_from = p_to then return; end if;
  -- A worker that is killed takes the statement along, which leaves everything where it was.
  perform set_config('client_connection_check_interval', '1s', true);
  perform pg_catalog.citus_move_shard_placement(
    pg_catalog.get_shard_id_for_distribution_column('app.tenants', of_tenant),
    regexp_replace(v_from, v_address, '\1'), regexp_replace(v_from, v_address, '\2')::integer,
    regexp_replace(p_to, v_address, '\1'), regexp_replace(p_to, v_address, '\2')::integer,
    shard_transfer_mode => 'force_logical');
end $$;
comment on function worker.shard_move is
  'Moves a tenant, with those that share its shard, to a node host:port, unless it is there. On the coordinator, in a '
  'transaction of its own. Reads and writes go on; writes wait at the end, while the last changes are carried over';
