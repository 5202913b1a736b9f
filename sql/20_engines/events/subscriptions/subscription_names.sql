create or replace function app.subscription_names(
  p_subscription app.event_subscriptions, p_row app.journal)
returns boolean
language sql stable as $$
  select app.event_matches(p_row.type, p_subscription.events)
    and (p_subscription.object_types is null or p_row.object_type_id is null
      or p_row.object_type_id = any (p_subscription.object_types))
$$;
comment on function app.subscription_names is
  'Whether a row of the journal is of the events and object types that a subscription names';
