create or replace function app.auth_providers(p_tenant text, p_config jsonb)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'provider', x.provider, 'name', x.name, 'type', x.type) order by x.type, x.provider), '[]')
  from (
    select o.key as provider, initcap(replace(o.key, '_', ' ')) as name, 'oauth' as type
    from jsonb_each(p_config->'oauth') o where o.value @> '{"enabled":true}'
    union all
    select p.id, p.name, 'saml'
    from app.saml_providers p
    where p.tenant_id = p_tenant and p.is_enabled and p_config->'saml' @> '{"enabled":true}') x
$$;
comment on function app.auth_providers is
  'The identity providers that users of a tenant can choose, for its sign-in page';
