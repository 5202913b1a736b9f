create or replace function app.webhook_probe(
  p_tenant text, p_webhook_id text, p_trigger text, p_type text, p_data json)
returns json
language plpgsql volatile as $$
declare
  v_webhook app.webhooks := app.webhook_find(p_tenant, p_webhook_id);
  v_now timestamptz := clock_timestamp();
  v_event_id text := app.new_id('evt');
  v_delivery app.webhook_deliveries;
begin
  insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, trigger,
    max_attempts, request_body, root, status, error, created_at, completed_at)
  values (p_tenant, app.new_id('whd'), v_webhook.id, v_event_id, p_type, v_webhook.url, p_trigger,
    1, json_build_object('id', v_event_id, 'type', p_type, 'timestamp', app.utc(v_now),
      'tenant_id', p_tenant, 'seq', null, 'tx_id', null,
      'actor', app.journal_actor(app.principal()), 'object_type_id', null,
      'data', p_data, 'previous', null, 'changed', null,
      'causation_depth', coalesce((app.principal()->>'causation_depth')::integer, 0))::text,
    (app.principal()->>'root')::uuid,
    'dead', 'It was interrupted.', v_now, v_now)
  returning * into v_delivery;
  return app.delivery_message(v_webhook, v_delivery);
end $$;
comment on function app.webhook_probe is
  'Logs a delivery of an event that has not happened, and returns what is needed to send it once; '
  'api.webhook_sent records its outcome';
