create or replace function api.subscription_cancel(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.subscription_ends(tenant, true)
$$;
comment on function api.subscription_cancel is
  'Records that the subscription ends with the paid period';
