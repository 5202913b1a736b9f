create or replace function app.plan_max(p_tenant text, p_limit text)
returns bigint
language sql stable as $$
  select (app.plan_limits(p_tenant)->>p_limit)::bigint
$$;
comment on function app.plan_max is 'One of app.plan_limits; null: no limit';
