create or replace function app.plan_percent(p_used bigint, p_max bigint)
returns smallint
language sql immutable as $$
  select case when p_max = 0 or p_used * 5 < p_max * 4 then 0 when p_used < p_max then 80 else 100 end::smallint
$$;
comment on function app.plan_percent is
  'Which part of a limit is used that admins are told of: 80 or 100 per cent, else 0; of what a plan does not have, nothing';
