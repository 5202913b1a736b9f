create or replace function api.saml_provider_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_new app.saml_providers;
  v_now timestamptz := clock_timestamp();
begin
  v_new.tenant_id := tenant;
  v_new.id := app.new_id('saml');
  v_new := app.saml_provider_merge(v_new, args);
  v_new.created_at := v_now;
  v_new.updated_at := v_now;
  insert into app.saml_providers select v_new.* on conflict do nothing;
  if not found then perform app.taken('entity_id', v_new.entity_id, 'saml_provider'); end if;
  perform app.journal_write(tenant, 'saml_provider.created', 'saml_provider', v_new.id,
    app.saml_provider_json(v_new));
  return app.saml_provider_json(v_new);
end $$;
comment on function api.saml_provider_create is 'Add an identity provider by its metadata';
