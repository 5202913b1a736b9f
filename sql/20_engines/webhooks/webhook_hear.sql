create or replace function app.webhook_hear(p_tenant text, p_webhook_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare v_webhook app.webhooks;
begin
  select * into v_webhook from app.webhooks w
  where w.tenant_id = p_tenant and w.id = p_webhook_id and w.status = 'active';
  if not found then return; end if;
  v_webhook := app.webhook_sight(v_webhook);
  -- What others hear may be from before it was there, or be its own beginning.
  perform app.deliveries_add(v_webhook, array(
    select r from unnest(p_rows) r
    where r.created_at >= v_webhook.created_at
      and not (r.type = 'webhook.created' and r.resource_id = p_webhook_id)));
end $$;
comment on function app.webhook_hear is
  'Queues a delivery of each event to a webhook';
