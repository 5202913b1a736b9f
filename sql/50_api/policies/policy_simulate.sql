create or replace function api.policy_simulate(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.simulate(tenant, args)
$$;
comment on function api.policy_simulate is 'Test a row policy on sample or live objects';
