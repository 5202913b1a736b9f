create or replace function app.nearly_full_note(p_tenant text, p_taken bigint, p_max bigint)
returns void
language plpgsql volatile as $$
declare v_is_full boolean;
begin
  select t.is_nearly_full into v_is_full from app.tenants t where t.tenant_id = p_tenant;
  if v_is_full = (p_taken >= p_max / 5 * 4) or v_is_full and p_taken >= p_max / 4 * 3 then
    return;
  end if;
  -- One of those who notice it at the same time; the others have counted anyway.
  perform 1 from app.tenants t where t.tenant_id = p_tenant for no key update skip locked;
  if not found then return; end if;
  update app.tenants t set is_nearly_full = not v_is_full where t.tenant_id = p_tenant;
end $$;
comment on function app.nearly_full_note is
  'Notes with a tenant whether four fifths of its objects are taken, and no longer so below three quarters. Waits for nobody';
