create or replace function app.plan_hold(p_plan text)
returns void
language plpgsql volatile as $$
begin
  if p_plan is null then return; end if;
  perform 1 from app.plans p where p.plan_tier = p_plan for share;
  if not found then perform app.plan_check('plan_tier', p_plan); end if;
end $$;
comment on function app.plan_hold is
  'Locks a plan that a tenant gets against deletion; 400 for an unknown one; null means no plan';
