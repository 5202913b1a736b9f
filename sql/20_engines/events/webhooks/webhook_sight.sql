create or replace function app.webhook_sight(p_webhook app.webhooks)
returns app.webhooks
language plpgsql stable as $$
begin
  p_webhook.hidden := p_webhook.hidden
    || app.listener_hidden(p_webhook.tenant_id, app.authors_all(p_webhook.authors));
  return p_webhook;
end $$;
comment on function app.webhook_sight is
  'A webhook whose hidden also names what those who chose its events and its address may not see '
  'any more';
