create or replace function app.tenant_move_json(p_tenant text, p_move jsonb)
returns json
language sql immutable as $$
  select json_build_object('id', p_move->'id', 'type', 'tenant_move', 'tenant_id', p_tenant,
    'status', p_move->'status', 'from_shard', p_move->'from', 'to_shard', p_move->'to',
    'alone', p_move->'alone',
    'progress', json_build_object('done', p_move->'done', 'total', p_move->'total'),
    'error', p_move->'error', 'created_at', p_move->'created_at',
    'started_at', p_move->'started_at', 'finished_at', p_move->'finished_at')
$$;
comment on function app.tenant_move_json is 'A move of a tenant (app.tenants.move) as /admin shows it; progress in bytes';
