create or replace function app.webhook_slot(
  p_webhook app.webhooks, p_is_reserved boolean, p_now timestamptz)
returns timestamptz
language plpgsql volatile as $$
declare
  v_slot timestamptz;
  v_next timestamptz;
begin
  if p_webhook.throttle_rate is null then
    -- After 429, 502 or 504; spread over a second, so that not all come back at once.
    return case when p_webhook.next_slot_at > p_now
      then p_webhook.next_slot_at + random() * interval '1 s' end;
  end if;
  if p_is_reserved then return null; end if;
  select greatest(w.next_slot_at, p_now) into v_slot from app.webhooks w
  where w.tenant_id = p_webhook.tenant_id and w.id = p_webhook.id for no key update;
  v_next := v_slot + make_interval(secs => 1.0 / p_webhook.throttle_rate);
  update app.webhooks w set next_slot_at = v_next
  where w.tenant_id = p_webhook.tenant_id and w.id = p_webhook.id;
  return case when v_slot > p_now then v_slot end;
end $$;
comment on function app.webhook_slot is
  'When a delivery may go out that is due now: null for at once. Of a throttled webhook each takes '
  'the next free moment, and goes when that has come (p_is_reserved)';
