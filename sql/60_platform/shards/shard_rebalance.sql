create or replace function platform.shard_rebalance(args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.shard_find(args->>'shard_id');
  return app.shard_single_refuse('rebalanced');
end $$;
comment on function platform.shard_rebalance is 'Move tenants to a shard, by weight and size';
