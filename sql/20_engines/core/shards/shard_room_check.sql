create or replace function app.shard_room_check()
returns void
language plpgsql stable as $$
declare v_capacity integer := (select s.capacity from app.shards s where s.id = 'main');
begin
  if v_capacity is null then return; end if;
  if app.shard_tenants() >= v_capacity then
    -- Also for a visitor, who need not know how many there are.
    perform app.fail(409, 'INVALID_STATE', 'The shard main is at its capacity, and takes no more tenants. The operator can raise '
      'it with PATCH /admin/shards/main.', '{"shard_id":"main"}');
  end if;
end $$;
comment on function app.shard_room_check is 'Refuses with 409 one more tenant where the shard has as many as its capacity';
