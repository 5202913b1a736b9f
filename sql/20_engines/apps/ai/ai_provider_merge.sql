create or replace function app.ai_provider_merge(p_provider app.ai_providers, args jsonb)
returns app.ai_providers
language plpgsql stable as $$
declare v_use jsonb := app.ai_provider_use(p_provider);
begin
  p_provider.name := coalesce(args->>'name', p_provider.name);
  p_provider.provider_type := coalesce(args->>'provider_type', p_provider.provider_type);
  p_provider.config_json := coalesce(args->'config_json', p_provider.config_json);
  p_provider.is_enabled := coalesce((args->>'enabled')::boolean, p_provider.is_enabled, true);
  p_provider.is_default := coalesce((args->>'is_default')::boolean, p_provider.is_default, false);
  p_provider.authors := coalesce(p_provider.authors, '{}');
  if args ?| '{provider_type,config_json}' then
    p_provider.authors := app.authors_set(p_provider.authors, 'config');
  end if;
  if args->'made' ? 'api_key' then
    p_provider.authors := app.authors_set(p_provider.authors, 'api_key');
    p_provider.api_key := args #>> '{made,api_key}';
    p_provider.api_key_preview := args #>> '{made,api_key_preview}';
  elsif p_provider.api_key is not null and app.ai_provider_use(p_provider) <> v_use then
    perform app.invalid('api_key', 'required', 'must be sent again, because the stored key belongs '
      'to a different provider');
  end if;
  if p_provider.provider_type <> 'local' and p_provider.api_key is null then
    perform app.invalid('api_key', 'required', format('is required for the type %s', p_provider.provider_type));
  end if;
  perform app.secret_use_check(p_provider.tenant_id, p_provider.authors->'api_key', p_provider.authors->'config', 'api_key',
    'provider_type, config_json and api_key');
  if p_provider.provider_type = 'openai_compatible' and not p_provider.config_json ? 'base_url' then
    perform app.invalid('config_json.base_url', 'required', 'is required for the type openai_compatible');
  end if;
  return p_provider;
end $$;
comment on function app.ai_provider_merge is 'An AI provider with what a request sets, checked; not stored yet';
