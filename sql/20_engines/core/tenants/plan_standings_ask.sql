create or replace function app.plan_standings_ask(p_tenant text)
returns void
language sql volatile as $$
  select app.work_ensure(p_tenant, 'task', 'plan_standings ' || p_tenant, statement_timestamp())
$$;
comment on function app.plan_standings_ask is
  'Has the worker look at where a tenant stands with its limits, and tell admins: worker.plan_standings_tell';
