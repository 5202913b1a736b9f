create or replace function app.plan_used(p_tenant text, p_limit text)
returns bigint
language plpgsql stable as $$
begin
  return case p_limit
    when 'users' then (select count(*) from app.users u where u.tenant_id = p_tenant)
    when 'webhooks' then (select count(*) from app.webhooks w where w.tenant_id = p_tenant)
    when 'functions' then (select count(*) from app.functions f where f.tenant_id = p_tenant)
    when 'object_types' then (select count(*) from app.object_types o where o.tenant_id = p_tenant)
    when 'objects' then (
      select coalesce(sum(c.live), 0) from app.object_counts c where c.tenant_id = p_tenant)
    when 'storage_bytes' then app.storage_used(p_tenant)
    when 'api_calls' then app.api_calls_of_month(p_tenant, app.month_of(null)) end;
end $$;
comment on function app.plan_used is 'How much of one of app.plan_limits a tenant uses, counted now';
