create or replace function app.webhook_missed(
  p_webhook app.webhooks, p_since timestamptz, p_until timestamptz, p_limit integer)
returns app.journal[]
language plpgsql volatile as $$
declare
  v_tenant text := p_webhook.tenant_id;
  v_low text := app.event_id_from(p_since);
  v_high text := app.event_id_to(p_until);
  v_subscription app.event_subscriptions;
begin
  select * into v_subscription from app.event_subscriptions s
  where s.tenant_id = v_tenant and s.kind = 'webhook' and s.subscriber_id = p_webhook.id;
  -- Pending deliveries still go out.
  return app.subscription_hears(v_subscription, array(
    select row(j.*)::app.journal as j from app.journal j
    where j.tenant_id = v_tenant and j.id >= v_low and j.id < v_high and not j.pending
      and j.created_at >= p_since and j.created_at < p_until
      and j.causation_depth < 5 and j.resource_type <> all (p_webhook.hidden)
      and app.subscription_names(v_subscription, row(j.*)::app.journal)
      and not exists (
        select 1 from app.webhook_deliveries d
        where d.tenant_id = v_tenant and d.event_id = j.id and d.webhook_id = p_webhook.id
          and d.status <> 'dead')
    order by j.id limit p_limit));
end $$;
comment on function app.webhook_missed is
  'Events of a time that a webhook was to be told of, and neither was nor will be';
