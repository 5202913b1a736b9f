create or replace function platform.shard_delete(args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.shard_find(args->>'shard_id');
  return app.shard_single_refuse('removed');
end $$;
comment on function platform.shard_delete is 'Remove a shard that has no tenants';
