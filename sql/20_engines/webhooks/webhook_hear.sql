create or replace function app.webhook_hear(p_tenant text, p_webhook_id text, p_rows app.journal[])
returns void
language plpgsql volatile as $$
declare v_webhook app.webhooks;
begin
  select * into v_webhook from app.webhooks w
  where w.tenant_id = p_tenant and w.id = p_webhook_id and w.status = 'active';
  if found then perform app.deliveries_add(v_webhook, p_rows); end if;
end $$;
comment on function app.webhook_hear is
  'Queues a delivery of each event to a webhook';
