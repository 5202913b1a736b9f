create or replace function app.tenant_move_save(p_old app.tenants, p_move jsonb)
returns json
language plpgsql volatile as $$
declare
  v_is_over boolean := p_move->>'status' in ('completed', 'failed');
  v_status text := case
    when v_is_over and p_old.status = 'migrating' then 'active'
    when not v_is_over and p_old.status = 'active' then 'migrating'
    else p_old.status end;
begin
  update app.tenants t set move = p_move where t.tenant_id = p_old.tenant_id;
  if v_status <> p_old.status then
    perform app.tenant_save(p_old, jsonb_build_object('status', v_status));
  end if;
  return app.tenant_move_json(p_old.tenant_id, p_move);
end $$;
comment on function app.tenant_move_save is
  'Writes down how the move of a locked tenant stands. An active tenant is "migrating" until it is over';
