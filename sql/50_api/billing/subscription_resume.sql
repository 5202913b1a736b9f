create or replace function api.subscription_resume(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.subscription_ends(tenant, false)
$$;
comment on function api.subscription_resume is 'Records that the subscription no longer ends';
