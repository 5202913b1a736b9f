create or replace function api.billing_customer_keep(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_id text;
  v_address text := (args->>'provider') || '/' || (args->>'customer_id');
begin
  perform app.subscription_open(tenant, args->>'provider', args->>'customer_id');
  -- A customer of another provider, from before it was changed, is replaced.
  update app.subscriptions s set provider = args->>'provider', customer_id = args->>'customer_id'
  where s.tenant_id = tenant and (s.customer_id is null or s.provider <> args->>'provider');
  select s.customer_id into v_id from app.subscriptions s where s.tenant_id = tenant;
  if v_id = args->>'customer_id' and not app.address_take(tenant, v_address) then
    perform app.fail(409, 'CONFLICT', 'This customer belongs to another tenant.');
  end if;
  return json_build_object('customer_id', v_id);
end $$;
comment on function api.billing_customer_keep is
  'Keeps what the payment provider calls a tenant, unless another request was first: then that one''s customer';
