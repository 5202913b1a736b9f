create or replace function platform.tenant_move_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_tenant app.tenants;
begin
  select * into v_tenant from app.tenants t where t.tenant_id = args->>'tenant_id';
  if v_tenant.move is null then perform app.not_found('move', args->>'tenant_id'); end if;
  return app.tenant_move_json(v_tenant.tenant_id, v_tenant.move);
end $$;
comment on function platform.tenant_move_get is 'Get the last move of a tenant';
