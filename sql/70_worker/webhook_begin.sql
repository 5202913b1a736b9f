create or replace function worker.webhook_begin(p_tenant text, p_id text, p_attempts integer)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_delivery app.webhook_deliveries;
  v_webhook app.webhooks;
  v_slot timestamptz;
  v_problem text;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  if p_attempts > 10 then
    perform worker.webhook_end(p_tenant, p_id, p_attempts,
      '{"error":"Every attempt to send it was interrupted."}');
    return null;
  end if;
  select * into v_delivery from app.webhook_deliveries d
  where d.tenant_id = p_tenant and d.id = p_id;
  select * into v_webhook from app.webhooks w
  where w.tenant_id = p_tenant and w.id = v_delivery.webhook_id;
  -- As the tenant, where rights have to be looked at.
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  v_problem := app.delivery_problem(v_webhook, v_delivery);
  if v_problem is not null then
    if app.work_end(p_tenant, 'webhook', p_id, p_attempts) then
      perform app.delivery_end(p_tenant, p_id, 'dead', v_delivery.attempt,
        jsonb_build_object('error', v_problem));
      update app.dead_letters l set status = 'dead'
      where l.tenant_id = p_tenant and l.source = 'webhook' and l.record_id = p_id;
    end if;
    return null;
  end if;
  if v_webhook.throttle_rate is not null or v_webhook.next_slot_at > v_now then
    v_slot := app.webhook_slot(v_webhook,
      v_delivery.status = 'pending' and v_delivery.next_attempt_at <= v_now, v_now);
    if v_slot is not null then
      -- Work that waits its turn has not been tried.
      update app.work w set due_at = v_slot, attempts = w.attempts - 1
      where w.tenant_id = p_tenant and w.kind = 'webhook' and w.id = p_id
        and w.attempts = p_attempts;
      update app.webhook_deliveries d set status = 'pending', next_attempt_at = v_slot
      where d.tenant_id = p_tenant and d.id = p_id;
      return null;
    end if;
  end if;
  return app.delivery_message(v_webhook, v_delivery);
end $$;
comment on function worker.webhook_begin is
  'Returns what is needed to send a claimed delivery. Null when it is not sent: its webhook is '
  'not active, or its maker may not see the event any more (then it ends), or may only be called '
  'later (then it is postponed)';
