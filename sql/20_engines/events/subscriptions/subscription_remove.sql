create or replace function app.subscription_remove(
  p_tenant text, p_kind text, p_subscriber_id text)
returns void
language sql volatile as $$
  delete from app.event_subscriptions s
  where s.tenant_id = p_tenant and s.kind = p_kind and s.subscriber_id = p_subscriber_id
$$;
comment on function app.subscription_remove is
  'A webhook, automation or function hears nothing more: it is paused, disabled or deleted';
