create or replace function app.shard_find(p_id text)
returns app.shards
language plpgsql stable as $$
declare v_shard app.shards;
begin
  select * into v_shard from app.shards s where s.id = p_id;
  if not found then perform app.not_found('shard', p_id); end if;
  return v_shard;
end $$;
comment on function app.shard_find is 'A shard, or 404';
