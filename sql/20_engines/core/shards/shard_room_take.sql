create or replace function app.shard_room_take()
returns void
language plpgsql volatile as $$
begin
  -- One after the other, or two would take the last place. Without a capacity nothing waits.
  perform from app.shards s where s.id = 'main' and s.capacity is not null for update;
  if found then perform app.shard_room_check(); end if;
end $$;
comment on function app.shard_room_take is 'Makes room for one more tenant until its transaction ends, or refuses with 409';
