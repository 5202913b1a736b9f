create or replace function api.webhook_delivery_retry(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_delivery app.webhook_deliveries := app.delivery_find(tenant, args->>'delivery_id');
  v_webhook app.webhooks := app.webhook_lock(tenant, v_delivery.webhook_id);
  v_done text;
begin
  perform app.webhook_active_check(v_webhook);
  -- As it is now, after others who want the same: a delivery sent again a moment ago is what they
  -- wanted.
  v_delivery := app.delivery_find(tenant, v_delivery.id);
  if v_delivery.trigger = 'retry' and v_delivery.status = 'success'
    and v_delivery.completed_at > clock_timestamp() - interval '5 seconds' then
    return '{"retried": true}';
  end if;
  if app.webhook_deliveries_retry(tenant, array[v_delivery.id]) <> '{}' then
    v_done := app.journal_write(tenant, 'delivery.retried', 'delivery', v_delivery.id,
      json_build_object('id', v_delivery.id, 'webhook_id', v_delivery.webhook_id,
        'event_id', v_delivery.event_id, 'event_type', v_delivery.event_type,
        'attempt', v_delivery.attempt));
  end if;
  return '{"retried": true}';
end $$;
comment on function api.webhook_delivery_retry is 'Queues a delivery to be sent again, with the same webhook-id';
