create or replace function worker.dispatch(p_after text, p_tenants integer, p_per_tenant integer)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tenant text := p_after;
  v_claimed integer := 0;
  v_failed json[] := '{}';
begin
  -- From one tenant that has pending rows to the next, so that no flood of one holds up another.
  for i in 1..p_tenants loop
    select j.tenant_id into v_tenant from app.journal j
    where j.pending and j.tenant_id > v_tenant order by j.tenant_id limit 1;
    exit when not found;
    begin
      v_claimed := v_claimed + worker.dispatch_tenant(v_tenant, p_per_tenant);
    exception when others then
      -- What one tenant has set up must not keep the others' events; its own stay pending.
      v_failed := v_failed || json_build_object('tenant_id', v_tenant, 'error', sqlerrm);
    end;
  end loop;
  return json_build_object(
    'claimed', v_claimed, 'failed', v_failed, 'next', coalesce(v_tenant, ''));
end $$;
comment on function worker.dispatch is
  'Hands pending journal rows on, up to p_per_tenant of each of the next p_tenants after p_after: '
  '{claimed, failed: [{tenant_id, error}], next}, where next is the p_after of the next call, empty to begin again';
