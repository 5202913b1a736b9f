create or replace function api.integration_source(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.integration_source(app.integration_find(tenant, args->>'integration_id'))
$$;
comment on function api.integration_source is 'An integration for the API process that tries it, with its secrets sealed';
