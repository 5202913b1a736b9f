create or replace function worker.webhook_succeeded(
  p_delivery app.webhook_deliveries, p_attempts integer, p_outcome jsonb, p_now timestamptz)
returns boolean
language plpgsql volatile as $$
declare
  v_tenant text := p_delivery.tenant_id;
  v_failures integer;
  v_last timestamptz;
begin
  select w.failure_count, w.last_success_at into v_failures, v_last from app.webhooks w
  where w.tenant_id = v_tenant and w.id = p_delivery.webhook_id;
  -- Once a second is enough: all deliveries to a webhook would wait for this one row.
  if v_failures > 0 then
    perform from app.webhooks w
    where w.tenant_id = v_tenant and w.id = p_delivery.webhook_id for no key update;
  elsif v_last > p_now - interval '1 s' or not exists (
    select 1 from app.webhooks w
    where w.tenant_id = v_tenant and w.id = p_delivery.webhook_id
    for no key update skip locked) then
    v_failures := null;
  end if;
  if not app.work_end(v_tenant, 'webhook', p_delivery.id, p_attempts) then return false; end if;
  perform app.delivery_end(v_tenant, p_delivery.id, 'success', p_delivery.attempt + 1, p_outcome);
  if v_failures is not null then
    update app.webhooks w set failure_count = 0, failing_since = null, last_success_at = p_now
    where w.tenant_id = v_tenant and w.id = p_delivery.webhook_id;
  end if;
  if p_delivery.attempt > 0 then
    perform app.dead_letter_settle(v_tenant, 'webhook', p_delivery.id);
  end if;
  return false;
end $$;
comment on function worker.webhook_succeeded is
  'A delivery has arrived: it is over, and its webhook works';
