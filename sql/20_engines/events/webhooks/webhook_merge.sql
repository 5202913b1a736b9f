create or replace function app.webhook_merge(p_old app.webhooks, args jsonb)
returns app.webhooks
language plpgsql stable as $$
declare
  v_new app.webhooks := p_old;
  v_hidden text[] := app.hearing_hidden();
begin
  v_new.url := coalesce(args->>'url', v_new.url);
  v_new.ordering := coalesce(args->>'ordering', v_new.ordering, 'none');
  v_new.status := coalesce(args->>'status', v_new.status, 'active');
  v_new.headers := coalesce(args->'headers', v_new.headers, '{}');
  v_new.filters := coalesce(args->'filters', v_new.filters, '[]');
  v_new.events := coalesce(v_new.events, '{}');
  v_new.object_types := coalesce(v_new.object_types, '{}');
  v_new.authors := coalesce(v_new.authors, '{}');
  if args ?| '{url,headers}' then
    v_new.authors := app.authors_set(v_new.authors, 'target');
  end if;
  if args ?| '{events,object_types,filters}' or p_old.id is null then
    v_new.authors := app.authors_set(v_new.authors, 'events');
  end if;
  if args ? 'description' then v_new.description := args->>'description'; end if;
  if args ? 'throttle_rate' then v_new.throttle_rate := args->>'throttle_rate'; end if;
  if args ? 'events' then
    v_new.events := array(select distinct jsonb_array_elements_text(args->'events') e order by e);
    perform app.events_check(v_new.events, 'events');
  end if;
  if args ? 'object_types' then
    v_new.object_types := app.webhook_types(p_old.tenant_id, args->'object_types');
  end if;
  if args ? 'filters' then
    perform app.filter_once(
      app.event_filter(p_old.tenant_id, v_new.filters, 'filters'), 'filters');
  end if;
  -- A change of another part does not open anything that was closed to the author of the events.
  v_new.hidden := array(
    select unnest(v_hidden)
    union select unnest(p_old.hidden) where not args ? 'events' order by 1);
  if v_new.status = 'active' and p_old.status is distinct from 'active' then
    v_new.failure_count := 0;
    v_new.failing_since := null;
    v_new.next_slot_at := null;
    v_new.disabled_reason := null;
  end if;
  return v_new;
end $$;
comment on function app.webhook_merge is
  'A webhook with the changes of a request put in and checked; not stored yet';
