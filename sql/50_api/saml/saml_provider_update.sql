create or replace function api.saml_provider_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.saml_providers := app.saml_provider_lock(tenant, args->>'provider_id');
  v_new app.saml_providers := app.saml_provider_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.saml_provider_json(v_old); end if;
  if v_new.entity_id <> v_old.entity_id then
    perform app.identities_bind(tenant, 'saml:' || v_old.id, v_old.entity_id);
  end if;
  begin
    v_now := clock_timestamp();
    update app.saml_providers p set name = v_new.name, entity_id = v_new.entity_id,
      sso_url = v_new.sso_url, slo_url = v_new.slo_url, certificates = v_new.certificates,
      domains = v_new.domains, attribute_mapping = v_new.attribute_mapping,
      default_role = v_new.default_role, is_enabled = v_new.is_enabled,
      metadata_url = v_new.metadata_url,
      authors = v_new.authors, updated_at = v_now
    where p.tenant_id = tenant and p.id = v_old.id
    returning * into v_new;
  exception when unique_violation then
    perform app.taken('entity_id', v_new.entity_id, 'saml_provider');
  end;
  v_done := app.journal_write(tenant, 'saml_provider.updated', 'saml_provider', v_new.id,
    app.saml_provider_json(v_new), app.saml_provider_json(v_old));
  return app.saml_provider_json(v_new);
end $$;
comment on function api.saml_provider_update is 'Changes an identity provider';
