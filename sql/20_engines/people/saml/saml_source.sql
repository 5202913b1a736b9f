create or replace function app.saml_source(p_provider app.saml_providers)
returns jsonb
language sql stable as $$
  select jsonb_build_object('provider', 'saml:' || p_provider.id, 'issuer', p_provider.entity_id,
    'authors', p_provider.authors, 'place', '/v1/auth/saml/providers/' || p_provider.id,
    'fingerprint', encode(sha256(convert_to(jsonb_build_array(p_provider.entity_id,
      p_provider.certificates, p_provider.domains, p_provider.attribute_mapping)::text,
      'UTF8')), 'hex'))
$$;
comment on function app.saml_source is
  'Returns the source that vouches for the users of a SAML provider, as app.oauth_source does for '
  'others';
