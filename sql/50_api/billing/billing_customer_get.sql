create or replace function api.billing_customer_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_row app.subscriptions;
begin
  select * into v_row from app.subscriptions s where s.tenant_id = tenant;
  if args @> '{"needs":"subscription"}'
    and coalesce(v_row.status, 'none') not in ('trialing', 'active', 'past_due', 'incomplete', 'paused') then
    perform app.fail(409, 'CONFLICT',
      'This tenant has no subscription. Start one with POST /v1/billing/checkout.');
  elsif args @> '{"needs":"customer"}' and v_row.customer_id is null then
    perform app.fail(409, 'CONFLICT',
      'This tenant has not bought anything yet. Start with POST /v1/billing/checkout.');
  end if;
  return json_build_object('customer_id', v_row.customer_id,
    'subscription_id', v_row.subscription_id, 'provider', v_row.provider,
    'invoices', case when args @> '{"needs":"invoices"}' then app.mock_invoices_json(tenant) end,
    'subscription', app.subscription_json(tenant));
end $$;
comment on function api.billing_customer_get is
  'Returns the payment provider''s ids of a tenant and its subscription; 409 where it has none '
  'and needs one';
