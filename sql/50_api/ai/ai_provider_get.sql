create or replace function api.ai_provider_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.ai_provider_json(app.ai_provider_find(tenant, args->>'provider_id'))
$$;
comment on function api.ai_provider_get is 'Get an AI provider';
