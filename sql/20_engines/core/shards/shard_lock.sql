create or replace function app.shard_lock(p_id text)
returns app.shards
language plpgsql volatile as $$
declare v_shard app.shards;
begin
  select * into v_shard from app.shards s where s.id = p_id for update;
  if not found then perform app.not_found('shard', p_id); end if;
  return v_shard;
end $$;
comment on function app.shard_lock is 'A shard, locked, or 404';
