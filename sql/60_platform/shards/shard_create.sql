create or replace function platform.shard_create(args jsonb)
returns json
language plpgsql volatile as $$
begin
  return app.shard_single_refuse('added');
end $$;
comment on function platform.shard_create is 'Add a shard';
