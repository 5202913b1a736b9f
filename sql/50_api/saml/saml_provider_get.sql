create or replace function api.saml_provider_get(tenant text, args jsonb)
returns json
language sql stable as $$
  select app.saml_provider_json(app.saml_provider_find(tenant, args->>'provider_id'))
$$;
comment on function api.saml_provider_get is 'Get an identity provider';
