create or replace function worker.webhook_end(
  p_tenant text, p_id text, p_attempts integer, p_outcome jsonb)
returns boolean
language plpgsql volatile as $$
declare
  -- How long to wait after each failed attempt; after the last one it is dead.
  v_pauses constant interval[] := '{5 s,5 min,30 min,2 h,5 h,10 h,14 h,20 h,24 h}';
  v_now timestamptz := clock_timestamp();
  v_is_success boolean := coalesce((p_outcome->>'status')::integer between 200 and 299, false);
  v_is_dead boolean := p_attempts > cardinality(v_pauses) or p_outcome @> '{"status":410}';
  v_delivery app.webhook_deliveries;
  v_retry_at timestamptz;
  v_reason text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker"}');
  select * into v_delivery from app.webhook_deliveries d
  where d.tenant_id = p_tenant and d.id = p_id;
  if v_is_success then
    return worker.webhook_succeeded(v_delivery, p_attempts, p_outcome, v_now);
  end if;
  -- Locks the webhook first, as its deletion does.
  perform from app.webhooks w
  where w.tenant_id = p_tenant and w.id = v_delivery.webhook_id for no key update;
  if not v_is_dead then
    v_retry_at := least(v_now + interval '24 h', greatest(
      v_now + v_pauses[p_attempts] * (0.9 + random() * 0.2),
      v_now + make_interval(secs => (p_outcome->>'retry_after')::integer)));
  end if;
  if not app.work_end(p_tenant, 'webhook', p_id, p_attempts, v_retry_at) then return false; end if;
  perform app.delivery_end(p_tenant, p_id, case when v_is_dead then 'dead' else 'retrying' end,
    v_delivery.attempt + 1, p_outcome, v_retry_at);
  if v_is_dead then
    perform app.dead_letter_add(p_tenant, 'webhook', v_delivery.webhook_id, p_id,
      'webhook_delivery', jsonb_build_object('webhook_id', v_delivery.webhook_id, 'delivery_id',
        p_id, 'event_id', v_delivery.event_id, 'event_type', v_delivery.event_type, 'url',
        v_delivery.url, 'body', v_delivery.request_body::jsonb),
      p_outcome->>'error', p_attempts, 1 + cardinality(v_pauses), v_delivery.created_at);
  end if;
  -- Listeners to this event run one step further in the chain that the delivery belongs to.
  v_done := app.act_as(jsonb_build_object('type', 'system', 'id', 'worker',
    'causation_depth', least(5, 1 + (v_delivery.request_body::jsonb->>'causation_depth')::integer),
    'root', v_delivery.root, 'uncounted', true));
  v_reason := app.webhook_failed(p_tenant, v_delivery.webhook_id, p_outcome, v_now);
  return v_reason is not null
    and app.webhook_disable(p_tenant, v_delivery.webhook_id, v_reason);
end $$;
comment on function worker.webhook_end is
  'Records the result of an attempt, {url, headers, status, body, duration_ms, error, '
  'retry_after}: it is over, tried again later, ten times in all, or dead. True when that is an '
  'event itself: the webhook was disabled. Nothing happens when the delivery has gone on without '
  'this attempt';
