create or replace function app.delivery_json(p_delivery app.webhook_deliveries)
returns json
language plpgsql stable as $$
declare
  v_is_hidden boolean := app.event_is_hidden(p_delivery.event_type)
    or app.event_keeps_out(p_delivery.tenant_id, p_delivery.request_body::jsonb);
begin
  return json_build_object('id', p_delivery.id, 'webhook_id', p_delivery.webhook_id,
    'event_id', p_delivery.event_id, 'event_type', p_delivery.event_type, 'url', p_delivery.url,
    'status', p_delivery.status, 'trigger', p_delivery.trigger, 'attempt', p_delivery.attempt,
    'max_attempts', p_delivery.max_attempts,
    'request_headers', case when not v_is_hidden then p_delivery.request_headers end,
    'request_body', case when not v_is_hidden then p_delivery.request_body end,
    'response_status', p_delivery.response_status,
    'response_body', case when not v_is_hidden then p_delivery.response_body end,
    'duration_ms', p_delivery.duration_ms, 'error', p_delivery.error,
    'next_attempt_at', p_delivery.next_attempt_at, 'created_at', p_delivery.created_at,
    'completed_at', p_delivery.completed_at);
end $$;
comment on function app.delivery_json is
  'A delivery as the API shows it; what it says only to those who may see events of its kind';
