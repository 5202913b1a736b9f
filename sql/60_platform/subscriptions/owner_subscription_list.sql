create or replace function platform.owner_subscription_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.subscriptions_shown(
    args->>'status', (args->>'limit')::integer, (args->>'offset')::integer);
end $$;
comment on function platform.owner_subscription_list is 'List the subscriptions of all tenants';
