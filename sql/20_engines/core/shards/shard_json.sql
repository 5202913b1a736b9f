create or replace function app.shard_json(p_shard app.shards)
returns json
language plpgsql stable as $$
begin
  return json_build_object('id', p_shard.id, 'name', p_shard.name, 'region', p_shard.region, 'status', p_shard.status,
    'capacity', p_shard.capacity, 'tenant_count', app.shard_tenants(),
    'size_bytes', pg_database_size(current_database()), 'weight', p_shard.weight,
    'version', current_setting('server_version'), 'last_heartbeat_at', clock_timestamp(), 'is_coordinator', true,
    'created_at', p_shard.created_at, 'updated_at', p_shard.updated_at);
end $$;
comment on function app.shard_json is 'A shard as /admin shows it, with its figures: it answers now, so this is its heartbeat';
