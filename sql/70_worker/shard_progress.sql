create or replace function worker.shard_progress(of_tenant text)
returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('done', sum(p.target_shard_size), 'total', sum(p.source_shard_size))
    from pg_catalog.get_rebalance_progress() p
    where p.shardid in (
      select s.shardid from pg_catalog.pg_dist_shard s, pg_catalog.pg_dist_shard t
      where t.shardid = pg_catalog.get_shard_id_for_distribution_column('app.tenants', of_tenant)
        and (s.shardminvalue, s.shardmaxvalue) = (t.shardminvalue, t.shardmaxvalue)));
end $$;
comment on function worker.shard_progress is
  'How many bytes of a tenant''s shard are on the node that it is being moved to: {done, total}. On the coordinator, by '
  'the role that moves it, which no one else may look at';
