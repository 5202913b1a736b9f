create or replace function app.subscription_matches(
  p_subscription app.event_subscriptions, p_row app.journal, p_filter app.filter)
returns boolean
language sql stable as $$
  select app.event_matches(p_row.type, p_subscription.events)
    and (p_subscription.object_types is null or p_row.object_type_id is null
      or p_row.object_type_id = any (p_subscription.object_types))
    and (p_filter.condition is null
      or app.json_filter_holds(p_filter, app.event_json(p_row)::jsonb))
$$;
comment on function app.subscription_matches is
  'Whether a subscription is for a row of the journal; p_filter are its conditions, compiled';
