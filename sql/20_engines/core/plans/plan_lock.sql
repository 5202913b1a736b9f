create or replace function app.plan_lock(p_id text)
returns app.plans
language plpgsql volatile as $$
declare v_plan app.plans;
begin
  select * into v_plan from app.plans p where p.plan_tier = p_id for update;
  if not found then perform app.not_found('plan', p_id); end if;
  return v_plan;
end $$;
comment on function app.plan_lock is 'A plan, locked, or 404';
