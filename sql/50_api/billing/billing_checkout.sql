create or replace function api.billing_checkout(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_now timestamptz;
begin
  v_now := clock_timestamp();
  update app.subscriptions s set updated_at = v_now where s.tenant_id = tenant;
  return args->'made';
end $$;
comment on function api.billing_checkout is
  'Returns the checkout that the handler has started, and touches the subscription';
