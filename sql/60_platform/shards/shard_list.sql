create or replace function platform.shard_list(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_shards app.shards[] := array(select row(s.*)::app.shards from app.shards s order by s.id);
begin
  return app.listed_as('shards', (
      select json_agg(app.shard_json(row(s.*)::app.shards) order by s.id)
      from unnest(v_shards[(args->>'offset')::integer + 1 : (args->>'offset')::integer + (args->>'limit')::integer]) s),
    cardinality(v_shards));
end $$;
comment on function platform.shard_list is 'List shards';
