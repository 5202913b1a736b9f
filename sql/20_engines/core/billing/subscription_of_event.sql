create or replace function app.subscription_of_event(p_old app.subscriptions, p_event jsonb)
returns app.subscriptions
language plpgsql stable as $$
declare
  v_new app.subscriptions := p_old;
  v_id text := coalesce(p_event->>'subscription_id', p_old.subscription_id);
  v_is_same boolean := v_id is not distinct from p_old.subscription_id;
begin
  v_new.provider := p_event->>'provider';
  v_new.customer_id := coalesce(p_event->>'customer_id', p_old.customer_id);
  v_new.subscription_id := v_id;
  v_new.status := p_event->>'status';
  v_new.seats := coalesce((p_event->>'seats')::integer, case when v_is_same then p_old.seats end, 1);
  v_new.current_period_start := coalesce((p_event->>'current_period_start')::timestamptz,
    case when v_is_same then p_old.current_period_start end);
  v_new.current_period_end := coalesce((p_event->>'current_period_end')::timestamptz,
    case when v_is_same then p_old.current_period_end end);
  v_new.cancel_at_period_end := coalesce((p_event->>'cancel_at_period_end')::boolean,
    v_is_same and p_old.cancel_at_period_end, false);
  v_new.cancel_at := case when p_event ? 'cancel_at_period_end' then (p_event->>'cancel_at')::timestamptz
    when v_is_same then p_old.cancel_at end;
  v_new.trial_end := coalesce((p_event->>'trial_end')::timestamptz,
    case when v_is_same then p_old.trial_end end);
  v_new.past_due_since := case when v_new.status = 'past_due'
    then coalesce(case when v_is_same then p_old.past_due_since end,
      (p_event->>'created')::timestamptz) end;
  v_new.started_at := case when v_is_same and p_old.started_at is not null then p_old.started_at
    else (p_event->>'started')::timestamptz end;
  v_new.ended_at := case when v_new.status = 'canceled' then coalesce(
    case when v_is_same then p_old.ended_at end, (p_event->>'created')::timestamptz) end;
  v_new.event_at := (p_event->>'created')::timestamptz;
  return v_new;
end $$;
comment on function app.subscription_of_event is
  'A subscription as an event of the payment provider leaves it; what the event does not say stays, unless it is '
  'about another subscription';
