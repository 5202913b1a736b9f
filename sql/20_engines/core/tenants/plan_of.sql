create or replace function app.plan_of(p_tenant text)
returns text
language plpgsql stable as $$
begin
  if exists (select 1 from app.subscriptions s where s.tenant_id = p_tenant
    and s.past_due_since <= statement_timestamp() - interval '14 days')
  then
    return 'free';
  end if;
  return (select t.plan_tier from app.tenants t where t.tenant_id = p_tenant);
end $$;
comment on function app.plan_of is
  'The plan whose limits hold for a tenant: its own, or free when it has owed a payment for 14 days';
