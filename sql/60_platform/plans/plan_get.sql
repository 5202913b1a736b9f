create or replace function platform.plan_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_plan app.plans;
begin
  select * into v_plan from app.plans p where p.plan_tier = args->>'plan_id';
  if not found then perform app.not_found('plan', args->>'plan_id'); end if;
  return app.plan_json(v_plan);
end $$;
comment on function platform.plan_get is 'Get a plan';
