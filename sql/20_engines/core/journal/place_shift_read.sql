create or replace function app.place_shift_read(p_tenant text)
returns bigint
language plpgsql stable as $$
declare v_shift bigint;
begin
  select t.place_shift into v_shift from app.tenants t where t.tenant_id = p_tenant;
  v_shift := coalesce(v_shift, 0);  -- /admin without a tenant has no journal
  -- Noted, so that a transaction has one place.
  perform set_config('app.place_shift', coalesce(p_tenant, '') || ' ' || v_shift, true);
  return v_shift;
end $$;
comment on function app.place_shift_read is
  'The shift of a tenant, noted for the rest of the transaction; for callers that have not been authenticated';
