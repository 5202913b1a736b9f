create or replace function app.usage_month(p_tenant text, p_month date)
returns json
language plpgsql stable as $$
declare
  v_this_month date := date_trunc('month', now() at time zone 'UTC');
  v_is_now boolean := p_month = v_this_month;
  v_plan text;
  v_last app.usage_months;
  v_files bigint := 0;
  v_bytes bigint := 0;
begin
  select t.plan_tier into v_plan from app.tenants t where t.tenant_id = p_tenant;
  if v_is_now then
    v_bytes := app.storage_used(p_tenant);
    v_files := app.files_count(p_tenant);
  elsif p_month < v_this_month then
    -- A month without a call ends as the one before it.
    select * into v_last from app.usage_months u
    where u.tenant_id = p_tenant and u.month <= p_month order by u.month desc limit 1;
    v_files := coalesce(v_last.files, 0);
    v_bytes := coalesce(v_last.bytes, 0);
    v_plan := coalesce(v_last.plan_tier, v_plan);
  end if;
  return json_build_object('tenant_id', p_tenant, 'month', to_char(p_month, 'YYYY-MM'),
    'api_calls', app.api_calls_of_month(p_tenant, p_month),
    'storage', json_build_object('files', v_files, 'bytes', v_bytes), 'plan_tier', v_plan);
end $$;
comment on function app.usage_month is
  'Returns a tenant''s usage of a month {tenant_id, month, api_calls, storage: {files, bytes}, '
  'plan_tier}: for the current one as it is now, for a past one as it ended, for a future one '
  'nothing';
