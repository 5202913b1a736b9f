create or replace function app.ai_provider_use(p_provider app.ai_providers)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('type', p_provider.provider_type, 'base_url', p_provider.config_json->>'base_url')
$$;
comment on function app.ai_provider_use is
  'Returns the use that the key of an AI provider is bound to: with any other the key must be '
  'sent again';
