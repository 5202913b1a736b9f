create or replace function app.plan_of(p_tenant text)
returns text
language plpgsql stable as $$
declare v_plan app.plans := app.plan_held(p_tenant);
begin
  return v_plan.plan_tier;
end $$;
comment on function app.plan_of is
  'The plan whose limits hold for a tenant: its own, or free when it has owed a payment for 14 days';
