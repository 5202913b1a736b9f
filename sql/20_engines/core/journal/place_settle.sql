create or replace function app.place_settle(p_tenant text)
returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_here constant text := app.node();
  v_shift bigint;
  v_node text;
begin
  perform app.own_tenant_check(p_tenant);
  perform app.stay(p_tenant);
  select t.place_shift, t.place_node into v_shift, v_node
  from app.tenants t where t.tenant_id = p_tenant;
  if v_node is not distinct from v_here then return v_shift; end if;
  select t.place_shift, t.place_node into v_shift, v_node
  from app.tenants t where t.tenant_id = p_tenant for no key update;
  -- Another call may have been first.
  if v_node is not distinct from v_here then return v_shift; end if;
  return app.place_raise(p_tenant);
end $$;
comment on function app.place_settle is
  'The shift of a tenant on this node. The first one who asks after the tenant has moved here raises it: transaction '
  'numbers are others here (app.place_raise). What is left of a call on the node before fails, to be repeated';
