create or replace function api.webhook_delivery_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.delivery_json(app.delivery_find(tenant, args->>'delivery_id'))
$$;
comment on function api.webhook_delivery_get is 'Get a delivery, with its request and response';
