create or replace function worker.shard_move(of_tenant text, p_to text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_shard constant bigint := pg_catalog.get_shard_id_for_distribution_column('app.tenants', of_tenant);
  v_from record;
begin
  select n.nodename, n.nodeport into v_from
  from pg_catalog.pg_dist_placement p join pg_catalog.pg_dist_node n using (groupid)
  where p.shardid = v_shard and n.noderole = 'primary';
  if v_from.nodename || ':' || v_from.nodeport = p_to then return; end if;
  -- A worker that is killed takes the statement along, which leaves everything where it was.
  perform set_config('client_connection_check_interval', '1s', true);
  perform pg_catalog.citus_move_shard_placement(v_shard, v_from.nodename, v_from.nodeport,
    substring(p_to from '^(.*):\d+$'), substring(p_to from '\d+$')::integer,
    shard_transfer_mode => 'force_logical');
end $$;
comment on function worker.shard_move is
  'Moves a tenant, with those that share its shard, to a node host:port, unless it is there. On the coordinator, in a '
  'transaction of its own. Reads and writes go on; writes wait at the end, while the last changes are carried over';
