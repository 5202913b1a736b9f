create or replace function app.subscription_put(
  p_tenant text, p_kind text, p_subscriber_id text, p_events text[], p_object_types text[],
  p_conditions jsonb default null, p_is_sync boolean default false)
returns void
language plpgsql volatile as $$
declare
  v_since pg_snapshot := app.place_snapshot(p_tenant);
  v_now timestamptz := clock_timestamp();
begin
  insert into app.event_subscriptions
    (tenant_id, kind, subscriber_id, events, object_types, conditions, is_sync, since, since_at)
  values (p_tenant, p_kind, p_subscriber_id, coalesce(nullif(p_events, '{}'), '{*}'),
    nullif(p_object_types, '{}'), nullif(p_conditions, '[]'), p_is_sync, v_since, v_now)
  on conflict (tenant_id, kind, subscriber_id) do update set events = excluded.events,
    object_types = excluded.object_types, conditions = excluded.conditions,
    is_sync = excluded.is_sync;
end $$;
comment on function app.subscription_put is
  'From now on a webhook, automation or function hears events: of some names (none for all), of '
  'objects of some types (ids; none for all, and for what belongs to no object), where conditions '
  'over the event hold. Check them first: app.event_filter. What was committed before it began to '
  'listen it does not hear (app.subscription_began); one that listens already goes on';
