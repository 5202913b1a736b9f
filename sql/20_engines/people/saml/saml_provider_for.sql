create or replace function app.saml_provider_for(p_tenant text, args jsonb)
returns app.saml_providers
language plpgsql stable as $$
declare
  v_domain text := lower(coalesce(args->>'domain', split_part(args->>'email', '@', 2)));
  v_provider app.saml_providers;
begin
  if args ? 'provider_id' then
    return app.saml_provider_find(p_tenant, args->>'provider_id');
  end if;
  select * into v_provider from app.saml_providers p
  where p.tenant_id = p_tenant and v_domain = any (p.domains);
  if not found then perform app.not_found('saml_provider', 'for ' || v_domain); end if;
  return v_provider;
end $$;
comment on function app.saml_provider_for is
  'The identity provider that an id, a domain or the domain of an email leads to, or 404';
