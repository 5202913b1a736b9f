create or replace function api.subscription_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.subscription_json(tenant)::json
$$;
comment on function api.subscription_get is 'Get the subscription of your tenant';
