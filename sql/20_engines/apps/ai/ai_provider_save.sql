create or replace function app.ai_provider_save(p_old app.ai_providers, p_new app.ai_providers)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.ai_providers := p_new;
  v_done text;
begin
  v_new.updated_at := v_now;
  if v_new.is_default then
    perform app.ai_provider_trusted(v_new);
    -- Of two at once, the later one is the default.
    perform from app.tenants t where t.tenant_id = v_new.tenant_id for no key update;
    update app.ai_providers p set is_default = false
    where p.tenant_id = v_new.tenant_id and p.is_default and p.id <> v_new.id;
  end if;
  insert into app.ai_providers (tenant_id, id, name, provider_type, api_key, api_key_preview, config_json,
    is_enabled, is_default, authors, created_by, created_at, updated_at)
  values (v_new.tenant_id, v_new.id, v_new.name, v_new.provider_type, v_new.api_key, v_new.api_key_preview,
    v_new.config_json, v_new.is_enabled, v_new.is_default, v_new.authors, v_new.created_by, v_new.created_at, v_new.updated_at)
  on conflict (tenant_id, id) do update set name = excluded.name, provider_type = excluded.provider_type,
    api_key = excluded.api_key, api_key_preview = excluded.api_key_preview, config_json = excluded.config_json,
    is_enabled = excluded.is_enabled, is_default = excluded.is_default, authors = excluded.authors,
    updated_at = excluded.updated_at;
  v_done := app.journal_write(v_new.tenant_id,
    case when p_old.id is null then 'ai_provider.created' else 'ai_provider.updated' end, 'ai_provider', v_new.id,
    app.ai_provider_json(v_new), case when p_old.id is not null then app.ai_provider_json(p_old) end);
  return app.ai_provider_json(v_new);
end $$;
comment on function app.ai_provider_save is
  'Stores an AI provider that is new (p_old is null) or changed, with its row of the journal. One at most is the default';
