create or replace function app.sandbox_close(p_tenant text, p_target text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now timestamptz := clock_timestamp();
begin
  perform app.own_tenant_check(p_tenant);
  -- Should its deletion be lost, it is deleted with those that have expired.
  update app.tenants t set status = 'suspended', status_reason = 'removed', expires_at = v_now, updated_at = v_now
  where t.tenant_id = p_target and t.parent_tenant_id = p_tenant and t.is_sandbox
    and t.status not in ('deleted', 'provisioning');
end $$;
comment on function app.sandbox_close is
  'Closes a sandbox of this tenant at once, which the worker then deletes (worker.sandbox_drop). As its owner: it is a tenant of '
  'its own';
