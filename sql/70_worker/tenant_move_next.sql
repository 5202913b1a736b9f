create or replace function worker.tenant_move_next(p_tenant text, p_id text, p_changes jsonb)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tenant app.tenants;
  v_changes jsonb := p_changes;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type": "system", "id": "worker", "scopes": ["*"]}');
  perform app.stay(p_tenant);
  select * into v_tenant from app.tenants t where t.tenant_id = p_tenant for no key update;
  if v_tenant.move->>'id' is distinct from p_id
    or v_tenant.move->>'status' not in ('pending', 'running') then
    return null;
  end if;
  if p_changes->>'status' = 'running' then
    v_changes := v_changes || jsonb_build_object(
      'started_at', coalesce(v_tenant.move->>'started_at', to_json(clock_timestamp())#>>'{}'));
  elsif p_changes ? 'status' then
    v_changes := v_changes || jsonb_build_object('finished_at', clock_timestamp());
  end if;
  return app.tenant_move_save(v_tenant, v_tenant.move || v_changes);
end $$;
comment on function worker.tenant_move_next is
  'Notes how a move goes on: {status, done, total, error}, any of them, and answers the move; null when it is over, or '
  'another one has begun since';
