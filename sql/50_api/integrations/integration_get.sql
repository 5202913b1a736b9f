create or replace function api.integration_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.integration_json(app.integration_find(tenant, args->>'integration_id'))
$$;
comment on function api.integration_get is 'Get an integration';
