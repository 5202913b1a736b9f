create or replace function app.subscription_began(
  p_subscription app.event_subscriptions, p_row app.journal)
returns boolean
language sql stable as $$
  select p_subscription.since is null or p_row.created_at > p_subscription.since_at
    or not pg_visible_in_snapshot(p_row.xid, p_subscription.since)
$$;
comment on function app.subscription_began is
  'Whether a subscription was there when a row of the journal was committed: what happened while a '
  'webhook was paused, or an automation or function disabled, is not for it, however late it is handed on';
