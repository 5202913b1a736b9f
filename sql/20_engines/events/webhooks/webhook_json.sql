create or replace function app.webhook_json(p_webhook app.webhooks)
returns json
language sql stable as $$
  select json_build_object('id', p_webhook.id, 'url', p_webhook.url,
    'description', p_webhook.description, 'events', p_webhook.events,
    'object_types', p_webhook.object_types, 'filters', p_webhook.filters,
    'headers', app.masked(p_webhook.headers), 'status', p_webhook.status,
    'disabled_reason', p_webhook.disabled_reason, 'ordering', p_webhook.ordering,
    'throttle_rate', p_webhook.throttle_rate, 'secret_preview', p_webhook.secret_preview,
    'failure_count', p_webhook.failure_count, 'last_success_at', p_webhook.last_success_at,
    'last_failure_at', p_webhook.last_failure_at, 'created_by', p_webhook.created_by,
    'created_at', p_webhook.created_at, 'updated_at', p_webhook.updated_at)
$$;
comment on function app.webhook_json is 'A webhook as the API shows it: its secret is not there';
