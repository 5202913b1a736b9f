create or replace function app.nearly_full_note(p_tenant text, p_is_full boolean)
returns void
language plpgsql volatile as $$
begin
  if p_is_full is null or exists (
    select 1 from app.tenants t where t.tenant_id = p_tenant and t.is_nearly_full = p_is_full) then
    return;
  end if;
  -- One of those who notice it at the same time; the others have counted anyway.
  perform 1 from app.tenants t where t.tenant_id = p_tenant for no key update skip locked;
  if not found then return; end if;
  update app.tenants t set is_nearly_full = p_is_full where t.tenant_id = p_tenant;
end $$;
comment on function app.nearly_full_note is
  'Notes with a tenant whether its objects are to be counted at each new one; null leaves it. Waits for no one';
