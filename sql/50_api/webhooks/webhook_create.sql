create or replace function api.webhook_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.webhooks;
  v_done text;
begin
  perform app.plan_room(tenant, 'webhooks');
  -- Two at once would both be the hundredth.
  perform from app.tenants t where t.tenant_id = tenant for no key update;
  if (select count(*) >= 100 from app.webhooks w where w.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE',
      'A tenant can have at most 100 webhooks. Delete one first, or let one webhook receive more '
      'events.', '{"max": 100}');
  end if;
  v_new.tenant_id := tenant;
  v_new := app.webhook_merge(v_new, args);
  insert into app.webhooks (tenant_id, id, url, description, events, object_types, filters, headers,
    status, ordering, throttle_rate, hidden, authors, secret, secret_preview, created_at,
    updated_at, created_by)
  values (tenant, app.id_of_new('whk'), v_new.url, v_new.description, v_new.events,
    v_new.object_types, v_new.filters, v_new.headers, v_new.status, v_new.ordering,
    v_new.throttle_rate, v_new.hidden, v_new.authors, args->'made'->>'secret',
    args->'made'->>'secret_preview',
    v_now, v_now, app.principal()->>'user_id')
  returning * into v_new;
  v_done := app.journal_webhook('webhook.created', null, v_new);
  perform app.webhook_subscribe(v_new);
  return app.webhook_secret_json(v_new);
end $$;
comment on function api.webhook_create is 'Creates a webhook with a sealed secret';
