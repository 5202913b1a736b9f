create or replace function app.shard_room_check()
returns void
language plpgsql stable as $$
declare v_capacity integer := (select s.capacity from app.shards s where s.id = 'main');
begin
  if v_capacity is null then return; end if;
  if app.shard_tenants() >= v_capacity then
    perform app.fail(409, 'INVALID_STATE', format('The shard main has its %s tenants, and takes no more. Raise its '
      'capacity with PATCH /admin/shards/main.', v_capacity), jsonb_build_object('shard_id', 'main', 'capacity', v_capacity));
  end if;
end $$;
comment on function app.shard_room_check is 'Refuses with 409 one more tenant where the shard has as many as its capacity';
