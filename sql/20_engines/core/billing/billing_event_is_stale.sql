create or replace function app.billing_event_is_stale(p_old app.subscriptions, p_event jsonb)
returns boolean
language sql stable as $$
  select case
    when p_old.subscription_id is null
      or p_old.subscription_id = coalesce(p_event->>'subscription_id', p_old.subscription_id)
      then coalesce((p_event->>'created')::timestamptz < p_old.event_at, false)
    -- A later subscription of the same customer takes over; one that was made before it is only dying.
    when p_event->>'status' = 'canceled' then true
    else (p_event->>'started')::timestamptz < p_old.started_at end
$$;
comment on function app.billing_event_is_stale is
  'Whether an event of the payment provider comes too late to say anything: a later one of its '
  'subscription was applied, or a later subscription took its place. Events of one second all count';
