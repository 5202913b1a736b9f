create or replace function platform.shard_delete(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_shard app.shards := app.shard_lock(args->>'shard_id');
  v_done text;
begin
  v_done := app.unchanged_check(v_shard.updated_at, args);
  return app.shard_single_refuse('removed');
end $$;
comment on function platform.shard_delete is 'Remove a shard that has no tenants';
