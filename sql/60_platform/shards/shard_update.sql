create or replace function platform.shard_update(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.shards := app.shard_lock(args->>'shard_id');
  v_new app.shards := jsonb_populate_record(v_old, app.jsonb_pick(args, '{name,region,status,capacity,weight}'));
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.shard_answer(v_old); end if;
  v_now := clock_timestamp();
  update app.shards s set name = v_new.name, region = v_new.region, status = v_new.status,
    capacity = v_new.capacity, weight = v_new.weight, updated_at = v_now
  where s.id = v_old.id returning * into v_new;
  perform app.owner_journal('shard.updated', v_new.id, app.shard_json(v_new), app.shard_json(v_old));
  return app.shard_answer(v_new);
end $$;
comment on function platform.shard_update is 'Changes a shard';
