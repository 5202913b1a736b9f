create or replace function app.delivery_message(
  p_webhook app.webhooks, p_delivery app.webhook_deliveries)
returns json
language sql stable as $$
  select json_build_object('delivery_id', p_delivery.id, 'url', p_webhook.url,
    'headers', p_webhook.headers, 'event_id', p_delivery.event_id,
    'event_type', p_delivery.event_type, 'attempt', p_delivery.attempt + 1,
    'body', p_delivery.request_body, 'root', coalesce(p_delivery.root, gen_random_uuid()),
    'secrets', jsonb_build_array(p_webhook.secret) || (
      select coalesce(json_agg(s->'secret')::jsonb, '[]')
      from jsonb_array_elements(p_webhook.previous_secrets) s
      where (s->>'expires_at')::timestamptz > clock_timestamp()))
$$;
comment on function app.delivery_message is
  'Returns the message of a delivery for src/groups/webhooks; its secrets are sealed, and more '
  'than one while a rotation lasts';
