create or replace function app.storage_take(p_tenant text, p_bytes bigint)
returns void
language plpgsql volatile as $$
declare
  v_bytes bigint;
  v_quota bigint;
  v_family record;
  v_done text;
begin
  insert into app.storage_usage as u (tenant_id, bytes)
  values (p_tenant, greatest(p_bytes, 0))
  on conflict (tenant_id) do update set bytes = u.bytes + p_bytes
  returning u.bytes into v_bytes;
  if p_bytes <= 0 then return; end if;
  v_quota := app.plan_max(p_tenant, 'storage_bytes');
  if v_quota is not null then
    v_family := app.family_used(p_tenant, 'storage_bytes', v_quota);
    v_bytes := v_bytes + v_family.used;
    v_quota := v_family.most;
  end if;
  if v_bytes > v_quota then
    perform app.storage_full(p_tenant, v_bytes - p_bytes, v_quota);
  end if;
  v_done := app.plan_limit_check(p_tenant, 'storage_bytes', v_bytes - p_bytes, p_bytes, v_quota);
end $$;
comment on function app.storage_take is
  'Adds to what the files of a tenant take, or gives it back (negative); 403 PLAN_LIMIT_EXCEEDED. '
  'The row stays locked to the end of the transaction, so that no race passes the quota';
