create or replace function app.usage_month_add(
  p_tenant text, p_month date, p_calls bigint, p_plan text, p_now timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_bytes bigint := app.storage_used(p_tenant);
  v_known bigint;
  v_files bigint;
begin
  select u.bytes, u.files into v_known, v_files from app.usage_months u
  where u.tenant_id = p_tenant and u.month = p_month;
  -- Counting files takes long where there are many: only when they take another room than before.
  if v_known is distinct from v_bytes then v_files := app.files_count(p_tenant); end if;
  insert into app.usage_months as u (tenant_id, month, api_calls, files, bytes, plan_tier,
    called_at)
  values (p_tenant, p_month, p_calls, v_files, v_bytes, p_plan, p_now)
  on conflict (tenant_id, month) do update set api_calls = u.api_calls + excluded.api_calls,
    files = excluded.files, bytes = excluded.bytes, plan_tier = excluded.plan_tier,
    called_at = excluded.called_at;
end $$;
comment on function app.usage_month_add is
  'Adds calls to a month of a tenant, and notes the files and the plan that it has now';
