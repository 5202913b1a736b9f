create or replace function api.webhook_test(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.webhook_probe(tenant, args->>'webhook_id', 'test', 'webhook.test',
    json_build_object('webhook_id', args->>'webhook_id', 'message', 'This is a test.'))
$$;
comment on function api.webhook_test is
  'Logs a delivery of a test event and returns the message to send';
