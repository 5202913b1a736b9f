create or replace function app.subscription_open(p_tenant text, p_provider text, p_customer text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.own_tenant_check(p_tenant);
  insert into app.subscriptions (tenant_id, provider, customer_id) values (p_tenant, p_provider, p_customer)
  on conflict do nothing;
end $$;
comment on function app.subscription_open is
  'Begins the subscription of a tenant that has none: no more than who it is to the payment provider. As its owner, because on '
  'a cluster an insert takes the right to every column, and what a tenant pays for is not its own to write';
