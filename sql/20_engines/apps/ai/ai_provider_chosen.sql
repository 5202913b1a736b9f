create or replace function app.ai_provider_chosen(p_tenant text, p_id text)
returns json
language plpgsql stable as $$
declare v_provider app.ai_providers;
begin
  if p_id is not null then
    v_provider := app.ai_provider_find(p_tenant, p_id);
    if not v_provider.is_enabled then
      perform app.fail(409, 'INVALID_STATE', 'This AI provider is disabled. Enable it, or choose another one.');
    end if;
  else
    select * into v_provider from app.ai_providers p
    where p.tenant_id = p_tenant and p.is_default and p.is_enabled;
  end if;
  -- It serves its author, whatever they may do.
  if app.authors_all(v_provider.authors) <> app.actors() then
    perform app.ai_provider_trusted(v_provider);
  end if;
  -- Without a provider, the models that come with the server answer.
  return json_build_object('id', v_provider.id, 'type', coalesce(v_provider.provider_type, 'local'),
    'api_key', v_provider.api_key, 'config', coalesce(v_provider.config_json, '{}'));
end $$;
comment on function app.ai_provider_chosen is
  'Where a request asks, {id, type, api_key, config}: the provider it names, else the default one, else the local models';
