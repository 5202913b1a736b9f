create or replace function platform.shard_drain(args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.shard_find(args->>'shard_id');
  return app.shard_single_refuse('drained');
end $$;
comment on function platform.shard_drain is 'Move all tenants away from a shard';
