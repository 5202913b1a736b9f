create or replace function platform.shard_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.shard_answer(app.shard_find(args->>'shard_id'));
end $$;
comment on function platform.shard_get is 'Get a shard';
