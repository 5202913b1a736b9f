create or replace function app.storage_check(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_used bigint := (select u.bytes from app.storage_usage u where u.tenant_id = p_tenant);
  v_quota bigint := app.plan_max(p_tenant, 'storage_bytes');
begin
  if v_used >= v_quota then perform app.storage_full(p_tenant, v_used, v_quota); end if;
end $$;
comment on function app.storage_check is
  'Whether there is room for anything at all, asked before bytes are read; 403 PLAN_LIMIT_EXCEEDED';
