create or replace function app.place_shift_read(p_tenant text)
returns bigint
language plpgsql stable as $$
declare
  v_shift bigint;
  v_node text;
begin
  select t.place_shift, t.place_node into v_shift, v_node
  from app.tenants t where t.tenant_id = p_tenant;
  if v_node is not null then v_shift := app.place_settle(p_tenant); end if;
  v_shift := coalesce(v_shift, 0);  -- /admin without a tenant has no journal
  -- Noted, so that a transaction has one place.
  perform set_config('app.place_shift', coalesce(p_tenant, '') || ' ' || v_shift, true);
  return v_shift;
end $$;
comment on function app.place_shift_read is
  'The shift of a tenant, noted for the rest of the transaction; for callers that have not been authenticated, and for '
  'the first ones after the tenant has moved to another node';
