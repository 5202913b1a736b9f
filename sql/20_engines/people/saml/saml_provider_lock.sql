create or replace function app.saml_provider_lock(p_tenant text, p_id text)
returns app.saml_providers
language plpgsql volatile as $$
declare v_provider app.saml_providers;
begin
  select * into v_provider from app.saml_providers p
  where p.tenant_id = p_tenant and p.id = p_id for update;
  if not found then perform app.not_found('saml_provider', p_id); end if;
  return v_provider;
end $$;
comment on function app.saml_provider_lock is 'An identity provider by id, locked, or 404';
