create or replace function worker.shard_isolate(of_tenant text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_shard constant bigint := pg_catalog.get_shard_id_for_distribution_column('app.tenants', of_tenant);
begin
  if exists (
    select 1 from pg_catalog.pg_dist_shard s
    where s.shardid = v_shard and s.shardminvalue = s.shardmaxvalue) then
    return;
  end if;
  perform set_config('client_connection_check_interval', '1s', true);
  -- The other way, which lets writes go on, never ends where a row is changed meanwhile (Citus 14.0.1).
  perform pg_catalog.isolate_tenant_to_new_shard('app.tenants', of_tenant, 'CASCADE',
    shard_transfer_mode => 'block_writes');
end $$;
comment on function worker.shard_isolate is
  'Gives a tenant a shard of its own, unless it has one. On the coordinator, in a transaction of its own. Writes of all '
  'who share the shard wait, or are refused, while its rows are copied; reads go on';
