create or replace function platform.tenant_move(args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant app.tenants := app.tenant_lock(args->>'tenant_id');
  v_nodes text[] := app.tenant_nodes();
  v_to text := args->>'shard_id';
  v_move jsonb;
begin
  if v_nodes = '{}' then
    perform app.fail(409, 'CONFLICT',
      'A tenant can only be moved on a cluster: here all tenants share one PostgreSQL.');
  elsif v_to <> all (v_nodes) then
    perform app.invalid('shard_id', 'invalid_value',
      'must be a node that can hold tenants: ' || array_to_string(v_nodes, ', '));
  elsif v_tenant.move->>'status' in ('pending', 'running') then
    if v_tenant.move->>'to' = v_to then
      return app.tenant_move_json(v_tenant.tenant_id, v_tenant.move);
    end if;
    perform app.fail(409, 'CONFLICT',
      'This tenant is already being moved to ' || (v_tenant.move->>'to') || '.');
  end if;
  v_move := jsonb_build_object('id', app.new_id('mov'), 'from', app.tenant_node(v_tenant.tenant_id),
    'to', v_to, 'alone', args @> '{"alone":true}', 'status', 'pending', 'done', 0, 'total', null,
    'error', null, 'created_at', clock_timestamp(), 'started_at', null, 'finished_at', null);
  perform app.task_add(v_tenant.tenant_id, 'tenant_move', v_move->>'id');
  return app.tenant_move_save(v_tenant, v_move);
end $$;
comment on function platform.tenant_move is 'Move a tenant to another node of the cluster';
