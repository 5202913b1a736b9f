create or replace function app.delivery_problem(
  p_webhook app.webhooks, p_delivery app.webhook_deliveries)
returns text
language plpgsql volatile as $$
begin
  if p_webhook.status is distinct from 'active' then
    return format('It was not sent: the webhook was %s.', p_webhook.status);
  elsif split_part(p_delivery.event_type, '.', 1) = any ((app.webhook_sight(p_webhook)).hidden)
    or app.delivery_keeps_out(p_webhook, p_delivery) then
    return 'It was not sent: an author of the webhook may no longer see such events.';
  end if;
  return null;
end $$;
comment on function app.delivery_problem is
  'Returns why a delivery is no longer sent; null when it is sent';
