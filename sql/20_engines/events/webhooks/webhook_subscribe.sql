create or replace function app.webhook_subscribe(p_webhook app.webhooks)
returns void
language plpgsql volatile as $$
begin
  if p_webhook.status = 'active' then
    perform app.subscription_put(p_webhook.tenant_id, 'webhook', p_webhook.id, p_webhook.events,
      p_webhook.object_types, p_webhook.filters);
  else
    perform app.subscription_remove(p_webhook.tenant_id, 'webhook', p_webhook.id);
  end if;
end $$;
comment on function app.webhook_subscribe is
  'Has a webhook hear what it is to be told of: nothing, unless it is active';
