create or replace function api.webhook_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.webhooks := app.webhook_lock(tenant, args->>'webhook_id');
  v_new app.webhooks := app.webhook_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  -- Its secret headers were sealed for the address that it had.
  perform app.basis_check(v_old.updated_at, args, 'webhook');
  if v_new = v_old then return app.webhook_json(v_old); end if;
  v_now := clock_timestamp();
  update app.webhooks w set url = v_new.url, description = v_new.description,
    events = v_new.events, object_types = v_new.object_types, filters = v_new.filters,
    headers = v_new.headers, status = v_new.status, ordering = v_new.ordering,
    throttle_rate = v_new.throttle_rate, hidden = v_new.hidden,
    authors = v_new.authors,
    failure_count = v_new.failure_count, failing_since = v_new.failing_since,
    next_slot_at = v_new.next_slot_at, disabled_reason = v_new.disabled_reason,
    updated_at = v_now
  where w.tenant_id = tenant and w.id = v_old.id
  returning * into v_new;
  perform app.webhook_subscribe(v_new);
  v_done := app.journal_webhook('webhook.updated', v_old, v_new);
  return app.webhook_json(v_new);
end $$;
comment on function api.webhook_update is 'Changes a webhook and its subscriptions';
