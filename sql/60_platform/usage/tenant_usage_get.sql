create or replace function platform.tenant_usage_get(args jsonb)
returns json
language plpgsql stable as $$
begin
  if not exists (select 1 from app.tenants t where t.tenant_id = args->>'tenant_id') then
    perform app.not_found('tenant', args->>'tenant_id');
  end if;
  return app.usage_month(args->>'tenant_id', app.month_of(args->>'month'));
end $$;
comment on function platform.tenant_usage_get is 'Get a tenant’s usage of a month';
