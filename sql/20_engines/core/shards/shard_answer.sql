create or replace function app.shard_answer(p_shard app.shards)
returns json
language plpgsql stable as $$
begin
  -- The figures are others each time.
  return app.answer(json_build_object('ETag', format('"%s"', app.record_tag(p_shard.updated_at))), app.shard_json(p_shard));
end $$;
comment on function app.shard_answer is 'A shard as /admin answers with it: its ETag tells what PATCH can change, not the figures';
