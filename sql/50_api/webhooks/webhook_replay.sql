create or replace function api.webhook_replay(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.webhook_probe(tenant, args->>'webhook_id', 'replay', args->>'event',
    coalesce(args->'payload', '{}')::json)
$$;
comment on function api.webhook_replay is
  'Logs a delivery of a sample event and returns the message to send';
