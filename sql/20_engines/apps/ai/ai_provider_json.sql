create or replace function app.ai_provider_json(p_provider app.ai_providers)
returns json
language sql stable as $$
  select json_build_object('id', p_provider.id, 'name', p_provider.name,
    'provider_type', p_provider.provider_type, 'api_key_preview', p_provider.api_key_preview,
    'config_json', p_provider.config_json, 'enabled', p_provider.is_enabled,
    'is_default', p_provider.is_default, 'created_by', p_provider.created_by,
    'created_at', p_provider.created_at, 'updated_at', p_provider.updated_at)
$$;
comment on function app.ai_provider_json is 'An AI provider as the API shows it: never its key';
