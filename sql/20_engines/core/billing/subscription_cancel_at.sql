create or replace function app.subscription_cancel_at(p_row app.subscriptions)
returns timestamptz
language sql immutable as $$
  select coalesce(p_row.cancel_at, case when p_row.cancel_at_period_end then p_row.current_period_end end)
$$;
comment on function app.subscription_cancel_at is
  'When a subscription ends by itself: on the day that it was cancelled for, or with its period; null while it goes on';
