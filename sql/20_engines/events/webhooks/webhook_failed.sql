create or replace function app.webhook_failed(
  p_tenant text, p_id text, p_outcome jsonb, p_now timestamptz)
returns text
language plpgsql volatile as $$
declare
  v_status integer := p_outcome->>'status';
  v_pause integer := least(coalesce((p_outcome->>'retry_after')::integer, 5), 3600);
  -- An overloaded server gets no deliveries for a while, including other ones.
  v_slot timestamptz := case when v_status in (429, 502, 504)
    then p_now + make_interval(secs => v_pause) end;
  v_since timestamptz;
begin
  update app.webhooks w set failure_count = w.failure_count + 1, last_failure_at = p_now,
    failing_since = coalesce(w.failing_since, p_now),
    next_slot_at = greatest(w.next_slot_at, v_slot)
  where w.tenant_id = p_tenant and w.id = p_id
  returning w.failing_since into v_since;
  if v_status = 410 then return 'It answered 410 (Gone).'; end if;
  if v_since < p_now - interval '5 days' then
    return 'Every delivery of the last five days has failed.';
  end if;
  return null;
end $$;
comment on function app.webhook_failed is
  'Counts a failed attempt for its webhook, which the caller has locked; returns why the webhook '
  'must be disabled, null when it stays active';
