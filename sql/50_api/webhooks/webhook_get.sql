create or replace function api.webhook_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.webhook_json(app.webhook_find(tenant, args->>'webhook_id'))
$$;
comment on function api.webhook_get is 'Get a webhook';
