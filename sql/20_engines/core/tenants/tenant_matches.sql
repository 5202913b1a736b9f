create or replace function app.tenant_matches(
  p_tenant app.tenants, p_status text, p_plan text, p_search text, p_part text)
returns boolean
language sql stable as $$
  select case when p_status is null then p_tenant.status <> 'deleted'
      else p_tenant.status = p_status end
    and (p_plan is null or p_tenant.plan_tier = p_plan)
    and (p_part is null or p_tenant.name ilike p_part or p_tenant.slug ilike p_part
      or p_tenant.owner_email ilike p_part or p_tenant.tenant_id = p_search)
$$;
comment on function app.tenant_matches is
  'Whether a tenant is what app.tenants_find looks for; p_part is the pattern of p_search';
