create or replace function app.plan_held(p_tenant text)
returns app.plans
language plpgsql stable as $$
declare v record;
begin
  -- One statement: each new object asks for it.
  select row(p.*)::app.plans as plan, t.limits into v
  from app.tenants t
  left join app.subscriptions s on s.tenant_id = t.tenant_id
    and s.past_due_since <= statement_timestamp() - interval '14 days'
  join app.plans p on p.plan_tier = case when s.tenant_id is null then t.plan_tier else 'free' end
  where t.tenant_id = p_tenant;
  if v.limits is null or v.limits = '{}' then return v.plan; end if;
  return jsonb_populate_record(v.plan, v.limits || case when v.limits ? 'rpm'
    then jsonb_build_object('requests_per_minute', v.limits->'rpm') else '{}' end);
end $$;
comment on function app.plan_held is
  'The plan whose limits hold for a tenant, with the tenant''s own limits in their place: its own plan, or free when it '
  'has owed a payment for 14 days. A limit that is null is none';
