create or replace function app.plan_check(p_field text, p_plan text)
returns void
language plpgsql stable as $$
begin
  if p_plan is null then return; end if;
  perform 1 from app.plans p where p.plan_tier = p_plan;
  if not found then
    perform app.invalid(p_field, 'unknown_plan', 'must be one of the plans: '
      || (select string_agg(p.plan_tier, ', ' order by p.plan_tier) from app.plans p));
  end if;
end $$;
comment on function app.plan_check is 'Refuses an unknown plan with 400; null means no plan';
