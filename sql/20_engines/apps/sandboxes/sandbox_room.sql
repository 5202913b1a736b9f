create or replace function app.sandbox_room(p_tenant text)
returns void
language plpgsql volatile as $$
declare
  v_max bigint;
  v_used bigint;
begin
  -- Two at once would both be the last.
  perform from app.tenants t where t.tenant_id = p_tenant for no key update;
  v_max := app.plan_max(p_tenant, 'sandboxes');
  v_used := app.sandboxes_used(p_tenant);
  if v_used >= v_max then perform app.plan_limit_refuse(p_tenant, 'sandboxes', v_used, v_max); end if;
end $$;
comment on function app.sandbox_room is
  'Makes sure that a tenant''s plan allows one more sandbox, until the transaction ends; 403 PLAN_LIMIT_EXCEEDED';
