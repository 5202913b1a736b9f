create or replace function api.billing_checkout(tenant text, args jsonb)
returns json
language sql volatile as $$
  select (args->'made')::json
$$;
comment on function api.billing_checkout is 'Begin to buy a plan, or another one';
