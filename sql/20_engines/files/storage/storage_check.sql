create or replace function app.storage_check(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_used bigint := (select u.bytes from app.storage_usage u where u.tenant_id = p_tenant);
  v_quota bigint := app.plan_max(p_tenant, 'storage_bytes');
  v_family record;
begin
  if v_quota is not null then
    v_family := app.family_used(p_tenant, 'storage_bytes', v_quota);
    v_used := coalesce(v_used, 0) + v_family.used;
    v_quota := v_family.most;
  end if;
  if v_used >= v_quota then perform app.storage_full(p_tenant, v_used, v_quota); end if;
end $$;
comment on function app.storage_check is
  'Whether there is room for anything at all, asked before bytes are read; 403 PLAN_LIMIT_EXCEEDED';
