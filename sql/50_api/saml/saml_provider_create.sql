create or replace function api.saml_provider_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.saml_providers;
  v_now timestamptz := clock_timestamp();
  v_done text;
begin
  v_new.tenant_id := tenant;
  v_new.id := app.id_of_new('saml');
  v_new := app.saml_provider_merge(v_new, args);
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.saml_providers (tenant_id, id, name, entity_id, sso_url, slo_url, certificates,
    domains, attribute_mapping, default_role, is_enabled, authors, metadata_url, created_at,
    updated_at)
  values (tenant, v_new.id, v_new.name, v_new.entity_id, v_new.sso_url, v_new.slo_url,
    v_new.certificates, v_new.domains, v_new.attribute_mapping, v_new.default_role,
    v_new.is_enabled, v_new.authors, v_new.metadata_url, v_now, v_now)
  on conflict do nothing;
  if not found then perform app.taken('entity_id', v_new.entity_id, 'saml_provider'); end if;
  v_done := app.journal_write(tenant, 'saml_provider.created', 'saml_provider', v_new.id,
    app.saml_provider_json(v_new));
  return app.saml_provider_json(v_new);
end $$;
comment on function api.saml_provider_create is 'Creates an identity provider from parsed metadata';
