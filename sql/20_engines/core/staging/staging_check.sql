create or replace function app.staging_check(p_tenant text)
returns text
language plpgsql volatile as $$
begin
  -- The lock keeps its removal from beginning while something is being written.
  perform from app.tenants t
  where t.tenant_id = p_tenant and t.status = 'provisioning' and t.status_reason is distinct from 'removed'
  for share;
  if not found then
    raise exception using errcode = 'object_not_in_prerequisite_state',
      message = format('tenant %s is not being loaded', p_tenant);
  end if;
  return p_tenant;
end $$;
comment on function app.staging_check is
  'Refuses (55000) a tenant that is not being loaded, or no longer; otherwise it stays so to the end of the transaction';
