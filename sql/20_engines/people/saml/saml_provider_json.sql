create or replace function app.saml_provider_json(p_provider app.saml_providers)
returns json
language sql stable as $$
  select json_build_object('id', p_provider.id, 'type', 'saml', 'name', p_provider.name,
    'entity_id', p_provider.entity_id, 'sso_url', p_provider.sso_url,
    'slo_url', p_provider.slo_url, 'metadata_url', p_provider.metadata_url,
    'certificate_fingerprints', (
      select json_agg(regexp_replace(upper(encode(sha256(decode(c, 'base64')), 'hex')),
        '(..)(?!$)', '\1:', 'g') order by n)
      from unnest(p_provider.certificates) with ordinality u(c, n)),
    'certificates', p_provider.certificates,
    'domains', p_provider.domains, 'attribute_mapping', p_provider.attribute_mapping,
    'default_role', p_provider.default_role, 'enabled', p_provider.is_enabled,
    'created_at', p_provider.created_at, 'updated_at', p_provider.updated_at)
$$;
comment on function app.saml_provider_json is
  'An identity provider as the API shows it, its certificates also by their sha256';
