create or replace function app.auth_providers(p_tenant text)
returns jsonb
language sql stable as $$
  select coalesce(json_agg(p.provider order by p.rank, p.provider->>'provider')::jsonb, '[]')
  from app.auth_config(p_tenant) c cross join lateral (
    select 1 as rank, jsonb_build_object('provider', w.key, 'name', w.name, 'type', w.key,
      'enabled', coalesce((c->w.key->>'enabled')::boolean, false)) as provider
    from (values ('email', 'Email and password'), ('phone', 'Phone'), ('magic_link', 'Magic link'),
      ('passkeys', 'Passkey'), ('anonymous', 'Guest')) w(key, name)
    union all
    select 2, jsonb_build_object('provider', o.key,
      'name', coalesce(o.value->>'name', app.oauth_presets()->o.key->>'name', o.key),
      'type', case when o.value->>'issuer' is not null
        or app.oauth_presets()->o.key ? 'issuer' then 'oidc' else 'oauth' end,
      'enabled', coalesce((o.value->>'enabled')::boolean, false)
        and coalesce(o.value->>'client_id', app.oauth_presets()->o.key->>'client_id') is not null)
    from jsonb_each(c->'oauth') o
    union all
    select 3, jsonb_build_object('provider', 'saml', 'name', 'Single sign-on', 'type', 'saml',
      'enabled', true)
    where c->'saml' @> '{"enabled": true}' and exists (
      select 1 from app.saml_providers s where s.tenant_id = p_tenant and s.is_enabled)) p
$$;
comment on function app.auth_providers is
  'The ways to sign in that a tenant has: {provider, name, type, enabled}. Of SAML that there is '
  'some, not with whom: the names of a tenant''s customers are not public';
